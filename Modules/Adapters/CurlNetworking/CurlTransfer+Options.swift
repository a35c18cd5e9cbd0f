import CCurl
import Foundation
import HTTP

// What a transfer tells libcurl beside the options of its handle.
extension CurlTransfer {
  /// Sets what this request asks for.
  func configure(at now: ContinuousClock.Instant) {
    handle.set(CURLOPT_URL, exchange.address)
    handle.set(CURLOPT_PIPEWAIT, origin.sharesConnections ? 1 : 0)
    handle.set(CURLOPT_FRESH_CONNECT, origin.isSilent ? 1 : 0)
    handle.set(CURLOPT_MAXLIFETIME_CONN, origin.maximumLifetime(at: now))
    handle.set(CURLOPT_CONNECTTIMEOUT_MS, max(1, connectTimeout.milliseconds))
    setMethod()
    setFields()
  }

  private func setMethod() {
    let method = exchange.request.method
    if let upload = exchange.upload {
      handle.set(CURLOPT_UPLOAD, 1)
      ccurl_set_offset(
        handle.pointer, CURLOPT_INFILESIZE_LARGE, curl_off_t(upload.length ?? -1))
      handle.set(CURLOPT_CUSTOMREQUEST, method.rawValue)
    } else if method == .head {
      handle.set(CURLOPT_NOBODY, 1)
    } else if method != .get {
      handle.set(CURLOPT_CUSTOMREQUEST, method.rawValue)
    }
  }

  private func setFields() {
    if !exchange.isDecoded {
      handle.unset(CURLOPT_ACCEPT_ENCODING)
      handle.set(CURLOPT_HTTP_CONTENT_DECODING, 0)
    }
    // Without a length it belongs to the connection (RFC 9110, section 7.6.1); the host is that of the URL.
    for field in exchange.request.headerFields where !Self.ownFields.contains(field.name) {
      add(field.value.isEmpty ? "\(field.name.rawName);" : "\(field.name.rawName): \(field.value)")
    }
    // libcurl would wait a second for the permission of a server that does not know this field.
    if exchange.upload != nil { add("Expect:") }
    if let fields { ccurl_set_pointer(handle.pointer, CURLOPT_HTTPHEADER, fields) }
  }

  private static let ownFields: Set<HTTPField.Name> = [
    .connection, .contentLength, .host, .te, .trailer, .transferEncoding, .upgrade,
  ]

  private func add(_ line: String) {
    fields = ccurl_slist_append(fields, line)
  }
}

extension Duration {
  fileprivate var milliseconds: Int {
    let (seconds, attoseconds) = components
    return Int(clamping: min(seconds, 1 << 30) * 1000 + attoseconds / 1_000_000_000_000_000)
  }
}

extension CurlTransfer {
  /// Whether the answer came over HTTP/2.
  var isMultiplexed: Bool {
    var version = 0
    ccurl_get_long(handle.pointer, CURLINFO_HTTP_VERSION, &version)
    return version == Int(CURL_HTTP_VERSION_2_0)
  }
}
