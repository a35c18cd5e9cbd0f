import CCurl
import Foundation

/// An easy handle of libcurl, with the options that all requests share; only the loop's thread knows it.
///
/// It serves one transfer after another, so that all options are set once (`make bench`, 10 KB).
final class CurlHandle {
  let pointer: UnsafeMutableRawPointer
  /// The transfer whose functions libcurl calls, or nil between two.
  var transfer: CurlTransfer?
  /// Why the system has opened no socket for the transfer (`errno`), or 0.
  var socketError: Int32 = 0
  /// The own port of the connection on which the last request was sent.
  private var ownPort: Int32 = 0
  /// The buffer for libcurl's description of an error.
  private let text = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
  private let configuration: CurlConfiguration
  private let trust: CurlTrust
  private let share: UnsafeMutableRawPointer?
  private let kept: CurlKept

  /// Creates a handle, or nil without memory.
  init?(
    _ configuration: CurlConfiguration, _ trust: CurlTrust, share: UnsafeMutableRawPointer?,
    kept: CurlKept = CurlKept()
  ) {
    guard let pointer = ccurl_easy_init() else { return nil }
    self.pointer = pointer
    self.configuration = configuration
    self.trust = trust
    self.share = share
    self.kept = kept
    prepare()
  }

  deinit {
    ccurl_easy_cleanup(pointer)
    text.deallocate()
  }

  /// The handle that libcurl calls by its pointer.
  static func of(_ pointer: UnsafeMutableRawPointer) -> CurlHandle? {
    ccurl_context(pointer).map { Unmanaged<CurlHandle>.fromOpaque($0).takeUnretainedValue() }
  }

  /// libcurl's description of an error; empty for none.
  var message: String { String(cString: text) }

  /// The system's error when a connection failed or was reset (`errno`), or 0.
  var systemError: Int32 {
    var number = 0
    ccurl_get_long(pointer, CURLINFO_OS_ERRNO, &number)
    return Int32(truncatingIfNeeded: number)
  }

  /// Whether the process had no descriptor or memory for a socket.
  var lacksResources: Bool { [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(socketError) }

  /// Begins a transfer.
  func begin(_ transfer: CurlTransfer) {
    self.transfer = transfer
    text[0] = 0
    socketError = 0
  }

  /// Notes that libcurl is about to send the request from a port of this machine; false if it must not.
  func mayConnect(from port: Int32) -> Bool {
    guard let transfer else { return false }
    // libcurl begins again on another connection, and then calls this again.
    if kept.endIfUnasked(from: port) { return true }
    ownPort = port
    return transfer.connect()
  }

  /// Notes the end of the transfer, and the connection that libcurl keeps after it.
  func end(_ code: CURLcode) {
    guard let transfer else { return }
    // On a connection of HTTP/2 something may arrive at any time, and no answer to another request.
    if code == CURLE_OK, !transfer.isMultiplexed {
      var socket: curl_socket_t = -1
      ccurl_get_socket(pointer, CURLINFO_ACTIVESOCKET, &socket)
      if socket >= 0 { kept.add(socket, from: ownPort) }
    }
    transfer.end(code)
  }

  /// Makes it ready for the next transfer, which knows nothing of this one.
  func clear() {
    let isUsual = transfer?.isUsual == true && wasEasy
    transfer = nil
    if isUsual {
      ccurl_set_pointer(pointer, CURLOPT_HTTPHEADER, nil)
      return
    }
    ccurl_easy_reset(pointer)
    prepare()
  }

  /// Whether the last transfer found a connection, and did not start again on another one.
  ///
  /// libcurl counts how often a handle has started again, and gives up after five times. Only a reset handle
  /// counts from zero, and a request of HTTP/2 may start again without a new connection.
  private var wasEasy: Bool {
    var (connections, version) = (1, 0)
    ccurl_get_long(pointer, CURLINFO_NUM_CONNECTS, &connections)
    ccurl_get_long(pointer, CURLINFO_HTTP_VERSION, &version)
    return connections == 0 && version == Int(CURL_HTTP_VERSION_1_1)
  }

  private func prepare() {
    set(CURLOPT_PROTOCOLS_STR, "http,https")
    set(CURLOPT_NOSIGNAL, 1)
    // Cancelling does not wait for a name server.
    set(CURLOPT_QUICK_EXIT, 1)
    set(CURLOPT_PATH_AS_IS, 1)
    // Each piece of a large body wakes its reader (`make bench`, 1 MB).
    set(CURLOPT_BUFFERSIZE, 60 << 10)
    set(CURLOPT_FOLLOWLOCATION, 0)
    set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    set(CURLOPT_SSL_VERIFYPEER, 1)
    set(CURLOPT_SSL_VERIFYHOST, 2)
    // Older versions are no longer to be used (RFC 8996).
    set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
    set(CURLOPT_PROXY_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
    set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
    // All encodings that this libcurl knows.
    set(CURLOPT_ACCEPT_ENCODING, "")
    ccurl_set_pointer(pointer, CURLOPT_ERRORBUFFER, text)
    ccurl_set_pointer(pointer, CURLOPT_SHARE, share)
    trust.apply(to: self)
    configuration.apply(to: self)
    attach()
  }

  func set(_ option: CURLoption, _ value: Int) {
    ccurl_set_long(pointer, option, value)
  }

  func set(_ option: CURLoption, _ value: String) {
    // A text that is given to C itself is copied first.
    _ = value.withCString { ccurl_set_text(pointer, option, $0) }
  }

  func unset(_ option: CURLoption) {
    ccurl_set_text(pointer, option, nil)
  }
}
