import CCurl
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
      if isDecoded, request.method != .head, response.headerFields.contains(.contentEncoding),
        !Self.hasUnknownCoding(response)
      {
        // They describe what was on the wire.
        response.headerFields[.contentEncoding] = nil
        response.headerFields[.contentLength] = nil
        response.isDecoded = true
        length = nil
      }
      if hasBody(response), let length, length > options.maximumBodySize {
        throw .tooLarge(limit: options.maximumBodySize)
      }
      return response
    } catch {
      end(error)
      throw error
    }
  }

  /// Whether a response has the body whose length it announces: one to HEAD and a 304 announce that of another response
  /// (RFC 9110, section 8.6).
  func hasBody(_ response: HTTPResponse) -> Bool {
    request.method != .head && response.status != .notModified
  }

  /// Whether libcurl can't decode the body, and the request may be sent again to get it as it is.
  func needsNoDecoding(_ response: HTTPResponse) -> Bool {
    isDecoded && request.method.isSafe && upload == nil && hasBody(response)
      && Self.hasUnknownCoding(response)
  }

  /// The codings that this libcurl decodes.
  private static let knownCodings = codings(of: ccurl_features())

  /// The codings that a libcurl with these features decodes.
  static func codings(of features: Int32) -> Set<String> {
    var codings: Set<String> = ["identity", "none"]
    if features & CURL_VERSION_LIBZ != 0 { codings.formUnion(["deflate", "gzip", "x-gzip"]) }
    if features & CURL_VERSION_BROTLI != 0 { codings.insert("br") }
    if features & CURL_VERSION_ZSTD != 0 { codings.insert("zstd") }
    return codings
  }

  private static func hasUnknownCoding(_ response: HTTPResponse) -> Bool {
    response.headerFields[values: .contentEncoding].contains { line in
      let codings = line.lowercased().split { ", \t".contains($0) }
      return !codings.allSatisfy { knownCodings.contains(String($0)) }
    }
  }
}
