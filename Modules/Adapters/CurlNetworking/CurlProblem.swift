import CCurl
import Foundation
import HTTP

extension HTTPError {
  /// The decoded bytes that libcurl keeps of a transfer that is paused.
  private static let mostKept = 64 << 20

  /// The error of a finished transfer.
  ///
  /// - Parameters:
  ///   - said: what libcurl says beside its code, or nothing.
  ///   - hasHead: whether the header has arrived.
  ///   - limit: the maximum size of the body.
  init(
    _ code: CURLcode, of handle: UnsafeMutableRawPointer, host: String, said: String, hasHead: Bool,
    limit: Int
  ) {
    if let status = Self.proxyRefusal(handle) {
      self = .proxy("status \(status)")
      return
    }
    let name = String(cString: ccurl_easy_strerror(code))
    let text = said.isEmpty ? name : said
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST: self = .nameNotFound(host: host)
    // What libcurl says of an invalid proxy quotes its URL, which may have a password.
    case CURLE_COULDNT_RESOLVE_PROXY, CURLE_NOT_BUILT_IN: self = .proxy(name)
    case CURLE_PROXY: self = .proxy(text)
    case CURLE_COULDNT_CONNECT: self = Self.noConnection(handle, host)
    case CURLE_OPERATION_TIMEDOUT: self = .timedOut(.connect)
    case CURLE_PEER_FAILED_VERIFICATION: self = .certificate(.init(handle, text), host: host)
    case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CIPHER, CURLE_SSL_CERTPROBLEM,
      CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_ISSUER_ERROR:
      self = .tls(text, host: host)
    case CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_PARTIAL_FILE,
      CURLE_SEND_FAIL_REWIND:
      self = .interrupted(host: host)
    // The server ends the session while the request is on its way, or resets its stream.
    case CURLE_HTTP2 where said.isEmpty: self = .interrupted(host: host)
    case CURLE_HTTP2_STREAM where !text.contains("PROTOCOL_ERROR"): self = .interrupted(host: host)
    case CURLE_URL_MALFORMAT: self = .invalidRequest
    // A header line that is longer than libcurl takes is out of memory for it.
    case CURLE_OUT_OF_MEMORY where !hasHead: self = .headerTooLarge
    // While its reader waits, what is decoded is kept; of a small piece that may be more than libcurl keeps.
    case CURLE_OUT_OF_MEMORY: self = .tooLarge(limit: min(limit, Self.mostKept))
    default: self = .malformed(text)
    }
  }

  /// The status by which a proxy has refused a connection to the host, or nil.
  ///
  /// libcurl's code for it differs between its versions, and is that of an interrupted transfer in some.
  private static func proxyRefusal(_ handle: UnsafeMutableRawPointer) -> Int? {
    var status = 0
    ccurl_get_long(handle, CURLINFO_HTTP_CONNECTCODE, &status)
    return status >= 300 ? status : nil
  }

  private static func noConnection(_ handle: UnsafeMutableRawPointer, _ host: String) -> HTTPError {
    var number = 0
    ccurl_get_long(handle, CURLINFO_OS_ERRNO, &number)
    return [ENETUNREACH, EHOSTUNREACH, ENETDOWN, EADDRNOTAVAIL].contains(
      Int32(truncatingIfNeeded: number))
      ? .offline : .refused(host: host)
  }
}

extension HTTPError.Certificate {
  /// The reason, by the number that the TLS library gives (openssl's `X509_V_ERR_...`).
  fileprivate init(_ handle: UnsafeMutableRawPointer, _ text: String) {
    var number = 0
    ccurl_get_long(handle, CURLINFO_SSL_VERIFYRESULT, &number)
    switch number {
    case 9, 10: self = .expired
    case 2, 18, 19, 20, 21, 27: self = .untrusted
    // libcurl compares the names itself after the certificate has passed, and has noted no result by then:
    // openssl's "unspecified", or none.
    case 0, 1, 62: self = .wrongHost
    default: self = .other(text)
    }
  }
}
