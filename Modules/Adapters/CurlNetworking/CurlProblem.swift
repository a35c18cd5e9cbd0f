import CCurl
import Foundation
import HTTP

extension HTTPError {
  /// The decoded bytes that libcurl keeps of a transfer that is paused.
  private static let maximumKept = 64 << 20
  /// What libcurl says where it can't start a thread that resolves a name, or has no descriptors for it.
  private static let noResolver = "getaddrinfo() thread failed to start"
  /// `CURLE_TOO_LARGE`, by which libcurl says since 8.6.0 what was `CURLE_OUT_OF_MEMORY` before.
  private static let beyondLimit = CURLcode(rawValue: 100)

  /// The error of a finished transfer.
  ///
  /// - Parameters:
  ///   - said: what libcurl says beside its code, or nothing.
  ///   - hasHead: whether the header has arrived.
  ///   - limit: the maximum size of the body.
  init(
    _ code: CURLcode, of handle: UnsafeMutableRawPointer, _ request: HTTPRequest, said: String,
    hasHead: Bool, limit: Int
  ) {
    self.init(code, of: handle, request.url, said: said, hasHead: hasHead, limit: limit)
    // libcurl has sent the request on a kept connection, which ended without an answer, and can't send it again.
    if !request.method.isSafe, isBeforeSending, Self.hasSent(handle) {
      self = .interrupted(host: request.url.host() ?? "")
    }
  }

  /// The error of a finished transfer, without regard to what was sent before.
  private init(
    _ code: CURLcode, of handle: UnsafeMutableRawPointer, _ url: URL, said: String, hasHead: Bool,
    limit: Int
  ) {
    let host = url.host() ?? ""
    if let status = Self.proxyRefusal(handle) {
      self = .proxy("status \(status)")
      return
    }
    let name = String(cString: ccurl_easy_strerror(code))
    let text = said.isEmpty ? name : said
    switch code {
    case CURLE_COULDNT_CONNECT where CurlHandle.of(handle)?.lacksResources == true,
      CURLE_COULDNT_RESOLVE_HOST where said == Self.noResolver:
      self = .noTransport("the system is short of memory, threads or files; close other programs")
    case CURLE_COULDNT_RESOLVE_HOST: self = .nameNotFound(host: host)
    // What libcurl says of an invalid proxy quotes its URL, which may have a password.
    case CURLE_COULDNT_RESOLVE_PROXY, CURLE_NOT_BUILT_IN: self = .proxy(name)
    case CURLE_COULDNT_CONNECT where said.hasPrefix("Unsupported proxy"):
      self = .proxy("unsupported scheme")
    case CURLE_PROXY: self = .proxy(text)
    case CURLE_COULDNT_CONNECT where Self.isUnreachable(handle): self = .offline
    case CURLE_COULDNT_CONNECT where Self.isAboutProxy(said, url): self = .proxy(name)
    case CURLE_COULDNT_CONNECT: self = .refused(host: host)
    case CURLE_OPERATION_TIMEDOUT: self = .timedOut(.connect)
    case CURLE_PEER_FAILED_VERIFICATION: self = .certificate(.init(handle, text), host: host)
    // The connection ended while TLS began: nothing is wrong with the certificate, and nothing was sent.
    case CURLE_SSL_CONNECT_ERROR where Self.isCutOff(handle, said): self = .refused(host: host)
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
    case CURLE_OUT_OF_MEMORY where !hasHead, Self.beyondLimit where !hasHead: self = .headerTooLarge
    // While its reader waits, what is decoded is kept; of a small piece that may be more than libcurl keeps.
    case CURLE_OUT_OF_MEMORY, Self.beyondLimit:
      self = .tooLarge(limit: min(limit, Self.maximumKept))
    default: self = .malformed(text)
    }
    switch self {
    // A proxy that is reached by https has a certificate of its own.
    case .certificate, .tls: if Self.isUnsafeProxy(handle) { self = .proxy(text) }
    default: break
    }
  }

  /// Whether a connection was reset or closed during the handshake of TLS, by the system's error or the words
  /// of openssl.
  private static func isCutOff(_ handle: UnsafeMutableRawPointer, _ said: String) -> Bool {
    [ECONNRESET, EPIPE].contains(CurlHandle.of(handle)?.systemError)
      || said.contains("SSL_ERROR_SYSCALL") || said.contains("unexpected eof")
  }

  /// Whether TLS with the proxy has failed.
  private static func isUnsafeProxy(_ handle: UnsafeMutableRawPointer) -> Bool {
    var number = 0
    ccurl_get_long(handle, CURLINFO_PROXY_SSL_VERIFYRESULT, &number)
    return number != 0
  }

  /// The status by which a proxy has refused a connection to the host, or nil.
  ///
  /// libcurl's code for it differs between its versions, and is that of an interrupted transfer in some.
  private static func proxyRefusal(_ handle: UnsafeMutableRawPointer) -> Int? {
    var status = 0
    ccurl_get_long(handle, CURLINFO_HTTP_CONNECTCODE, &status)
    return status >= 300 ? status : nil
  }

  /// Whether a part of the request was sent, on any connection.
  ///
  /// The size counts what was sent to a proxy for a tunnel, too; the time is that of the request itself.
  private static func hasSent(_ handle: UnsafeMutableRawPointer) -> Bool {
    var size = 0
    var microseconds: curl_off_t = 0
    ccurl_get_long(handle, CURLINFO_REQUEST_SIZE, &size)
    ccurl_get_offset(handle, CURLINFO_PRETRANSFER_TIME_T, &microseconds)
    return size > 0 && microseconds > 0
  }

  /// Whether the system knows no way to the host or proxy.
  private static func isUnreachable(_ handle: UnsafeMutableRawPointer) -> Bool {
    [ENETUNREACH, EHOSTUNREACH, ENETDOWN, EADDRNOTAVAIL]
      .contains(CurlHandle.of(handle)?.systemError)
  }

  /// Whether libcurl says that it could not connect to a proxy: "Failed to connect to NAME port NUMBER …"
  /// with another name or port than the URL's, or in newer versions "… over proxy NAME …".
  private static func isAboutProxy(_ said: String, _ url: URL) -> Bool {
    if said.contains(" over proxy ") { return true }
    let words = said.split(separator: " ")
    guard said.hasPrefix("Failed to connect to "), words.count > 6, words[5] == "port" else {
      return false
    }
    // In old versions a colon follows the number.
    let port = Int(words[6].prefix { $0.isNumber })
    let usualPort = url.scheme?.lowercased() == "https" ? 443 : 80
    return plainName(words[4]) != plainName(url.host() ?? "")
      || port.map { $0 > 0 && $0 != url.port ?? usualPort } == true
  }

  /// A host's name in lower case and without the dot at the end, or an address in its usual notation: libcurl writes
  /// `127.1` as `127.0.0.1`.
  private static func plainName(_ host: some StringProtocol) -> String {
    let name = host.lowercased().filter { $0 != "[" && $0 != "]" }
    if let address = usualNotation(of: name) { return address }
    return name.hasSuffix(".") ? String(name.dropLast()) : name
  }

  private static func usualNotation(of address: String) -> String? {
    var (four, six) = (in_addr(), in6_addr())
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    let size = socklen_t(text.count)
    let isAddress =
      if inet_aton(address, &four) != 0 {
        inet_ntop(AF_INET, &four, &text, size) != nil
      } else if inet_pton(AF_INET6, address, &six) == 1 {
        inet_ntop(AF_INET6, &six, &text, size) != nil
      } else { false }
    return isAddress
      ? String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
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
