import CCurl
import Foundation

// The functions that libcurl calls; without a transfer they end what calls them.
extension CurlHandle {
  /// Makes libcurl call this object, which must outlive the handle.
  func attach() {
    let context = Unmanaged.passUnretained(self).toOpaque()
    ccurl_set_pointer(pointer, CURLOPT_PRIVATE, context)
    ccurl_set_pointer(pointer, CURLOPT_HEADERDATA, context)
    ccurl_set_transfer(pointer, CURLOPT_HEADERFUNCTION, receiveLine)
    ccurl_set_pointer(pointer, CURLOPT_WRITEDATA, context)
    ccurl_set_transfer(pointer, CURLOPT_WRITEFUNCTION, receiveBody)
    ccurl_set_pointer(pointer, CURLOPT_READDATA, context)
    ccurl_set_transfer(pointer, CURLOPT_READFUNCTION, fillBody)
    ccurl_set_pointer(pointer, CURLOPT_SEEKDATA, context)
    ccurl_set_seek(pointer, seekBody)
    ccurl_set_pointer(pointer, CURLOPT_OPENSOCKETDATA, context)
    ccurl_set_opening(pointer, openSocket)
    ccurl_set_pointer(pointer, CURLOPT_PREREQDATA, context)
    ccurl_set_prerequest(pointer, connect)
  }
}

private func transfer(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
  context.flatMap { Unmanaged<CurlHandle>.fromOpaque($0).takeUnretainedValue().transfer }
}

private func receiveLine(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
  _ context: UnsafeMutableRawPointer?
) -> Int {
  transfer(context)?.receive(line: UnsafeRawBufferPointer(start: bytes, count: size * count)) ?? 0
}

private func receiveBody(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
  _ context: UnsafeMutableRawPointer?
) -> Int {
  transfer(context)?.receive(body: UnsafeRawBufferPointer(start: bytes, count: size * count)) ?? 0
}

private func fillBody(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
  _ context: UnsafeMutableRawPointer?
) -> Int {
  transfer(context)?.fill(UnsafeMutableRawBufferPointer(start: bytes, count: size * count))
    ?? Int(CURL_READFUNC_ABORT)
}

private func connect(
  _ context: UnsafeMutableRawPointer?, _ address: UnsafeMutablePointer<CChar>?,
  _ ownAddress: UnsafeMutablePointer<CChar>?, _ port: Int32, _ ownPort: Int32
) -> Int32 {
  guard let context else { return CURL_PREREQFUNC_ABORT }
  let handle = Unmanaged<CurlHandle>.fromOpaque(context).takeUnretainedValue()
  return handle.mayConnect(from: ownPort) ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
}

private func seekBody(
  _ context: UnsafeMutableRawPointer?, _ offset: curl_off_t, _ origin: Int32
) -> Int32 {
  guard origin == SEEK_SET else { return CURL_SEEKFUNC_CANTSEEK }
  return transfer(context)?.seek(to: Int(offset)) ?? CURL_SEEKFUNC_FAIL
}

/// Opens a socket that programs started by this process do not inherit; libcurl 7.88 opens its own without that.
///
/// Such a program would keep the connection open after its end, and could read what comes.
private func openSocket(
  _ context: UnsafeMutableRawPointer?, _ purpose: curlsocktype,
  _ address: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
  guard let address = address?.pointee else { return -1 }
  #if canImport(Darwin)
    let descriptor = socket(address.family, address.socktype, address.protocol)
    if descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
  #else
    let kind = address.socktype | Int32(SOCK_CLOEXEC.rawValue)
    let descriptor = socket(address.family, kind, address.protocol)
  #endif
  if descriptor < 0, let context {
    let code = errno
    Unmanaged<CurlHandle>.fromOpaque(context).takeUnretainedValue().socketError = code
  }
  return descriptor
}
