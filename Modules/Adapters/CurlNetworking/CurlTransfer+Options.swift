import CCurl
import Foundation
import HTTP

// What a transfer tells libcurl: options, and the functions that libcurl calls.
extension CurlTransfer {
  /// Sets what this request asks for.
  func configure(
    _ configuration: CurlConfiguration, _ trust: CurlTrust, share: UnsafeMutableRawPointer?
  ) {
    let context = Unmanaged.passUnretained(self).toOpaque()
    set(CURLOPT_URL, order.address)
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
    set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
    // A TLS server says early whether it takes several requests on one connection; others only with their
    // first answer.
    set(CURLOPT_PIPEWAIT, order.address.hasPrefix("https:") ? 1 : 0)
    set(CURLOPT_CONNECTTIMEOUT_MS, max(1, order.options.connectTimeout.milliseconds))
    ccurl_set_pointer(handle, CURLOPT_ERRORBUFFER, text)
    ccurl_set_pointer(handle, CURLOPT_SHARE, share)
    trust.apply(to: self)
    configuration.apply(to: self)
    setMethod()
    setFields()
    ccurl_set_pointer(handle, CURLOPT_HEADERDATA, context)
    ccurl_set_transfer(handle, CURLOPT_HEADERFUNCTION, takeLine)
    ccurl_set_pointer(handle, CURLOPT_WRITEDATA, context)
    ccurl_set_transfer(handle, CURLOPT_WRITEFUNCTION, takeBody)
    guard order.upload != nil else { return }
    ccurl_set_pointer(handle, CURLOPT_READDATA, context)
    ccurl_set_transfer(handle, CURLOPT_READFUNCTION, giveBody)
    ccurl_set_pointer(handle, CURLOPT_SEEKDATA, context)
    ccurl_set_seek(handle, seekBody)
  }

  func set(_ option: CURLoption, _ value: Int) {
    ccurl_set_long(handle, option, value)
  }

  func set(_ option: CURLoption, _ value: String?) {
    ccurl_set_text(handle, option, value)
  }

  private func setMethod() {
    let method = order.request.method
    if let upload = order.upload {
      set(CURLOPT_UPLOAD, 1)
      ccurl_set_offset(handle, CURLOPT_INFILESIZE_LARGE, curl_off_t(upload.length ?? -1))
      set(CURLOPT_CUSTOMREQUEST, method.rawValue)
    } else if method == .head {
      set(CURLOPT_NOBODY, 1)
    } else if method == .get {
      set(CURLOPT_HTTPGET, 1)
    } else {
      set(CURLOPT_CUSTOMREQUEST, method.rawValue)
    }
  }

  private func setFields() {
    let given = order.request.headerFields
    // A range counts the bytes of what is on the wire (RFC 9110, section 14.1).
    if given.contains(.acceptEncoding) || given.contains(.range) {
      set(CURLOPT_HTTP_CONTENT_DECODING, 0)
    } else {
      // All encodings that this libcurl knows.
      set(CURLOPT_ACCEPT_ENCODING, "")
    }
    // Without a length it belongs to the connection (RFC 9110, section 7.6.1); the host is that of the URL.
    for field in given where !Self.ownFields.contains(field.name) {
      add(field.value.isEmpty ? "\(field.name.rawName);" : "\(field.name.rawName): \(field.value)")
    }
    // Waiting for a server's permission costs a second where the server does not know it.
    if order.upload != nil { add("Expect:") }
    ccurl_set_pointer(handle, CURLOPT_HTTPHEADER, fields)
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

// MARK: libcurl's functions

private func transfer(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
  context.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
}

private func takeLine(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
  _ context: UnsafeMutableRawPointer?
) -> Int {
  transfer(context)?.take(line: UnsafeRawBufferPointer(start: bytes, count: size * count)) ?? 0
}

private func takeBody(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
  _ context: UnsafeMutableRawPointer?
) -> Int {
  transfer(context)?.take(body: UnsafeRawBufferPointer(start: bytes, count: size * count)) ?? 0
}

private func giveBody(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
  _ context: UnsafeMutableRawPointer?
) -> Int {
  transfer(context)?.give(UnsafeMutableRawBufferPointer(start: bytes, count: size * count))
    ?? Int(CURL_READFUNC_ABORT)
}

private func seekBody(
  _ context: UnsafeMutableRawPointer?, _ offset: curl_off_t, _ origin: Int32
) -> Int32 {
  guard origin == SEEK_SET else { return CURL_SEEKFUNC_CANTSEEK }
  return transfer(context)?.seek(to: Int(offset)) ?? CURL_SEEKFUNC_FAIL
}
