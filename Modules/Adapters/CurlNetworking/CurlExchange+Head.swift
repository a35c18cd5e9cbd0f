import HTTP

extension CurlExchange {
  /// Parses the header; ends the exchange if it is invalid.
  func parse(_ head: [UInt8]) throws(HTTPError) -> HTTPResponse {
    do throws(HTTPError) {
      var response = try HTTPResponse(parsing: head)
      var length = try response.announcedLength()
      if response.headerFields.contains(.transferEncoding) {
        // The coding decides where the body ends (RFC 9112, section 6.3).
        response.headerFields[.contentLength] = nil
        length = nil
      }
      let hasBody = request.method != .head && response.status != .notModified
      if isDecoded, request.method != .head, response.headerFields.contains(.contentEncoding),
        !Self.hasUnknownCoding(response)
      {
        // They describe what was on the wire.
        response.headerFields[.contentEncoding] = nil
        response.headerFields[.contentLength] = nil
        response.isDecoded = true
        length = nil
      }
      if hasBody, let length, length > options.maximumBodySize {
        throw .tooLarge(limit: options.maximumBodySize)
      }
      return response
    } catch {
      end(error)
      throw error
    }
  }

  /// Whether libcurl can't decode the body, and the request may be sent again to get it as it is.
  func needsNoDecoding(_ response: HTTPResponse) -> Bool {
    isDecoded && request.method.isSafe && request.method != .head && upload == nil
      && response.status != .notModified && Self.hasUnknownCoding(response)
  }

  /// The codings that libcurl may decode.
  private static let codings: Set<String> = [
    "br", "deflate", "gzip", "identity", "none", "x-gzip", "zstd",
  ]

  private static func hasUnknownCoding(_ response: HTTPResponse) -> Bool {
    response.headerFields[values: .contentEncoding].contains { line in
      line.lowercased().split { ", \t".contains($0) }.contains { !codings.contains(String($0)) }
    }
  }
}
