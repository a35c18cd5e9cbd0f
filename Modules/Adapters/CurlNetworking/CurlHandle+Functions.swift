import CCurl
import Foundation

// The functions that libcurl calls; without a transfer they end what calls them.
extension CurlHandle {
  /// Makes libcurl call this object, which must outlive the handle.
  func attach() {
    let context = Unmanaged.passUnretained(self).toOpaque()
    ccurl_set_pointer(pointer, CURLOPT_PRIVATE, context)
    ccurl_set_pointer(pointer, CURLOPT_HEADERDATA, context)
    ccurl_set_transfer(pointer, CURLOPT_HEADERFUNCTION, takeLine)
    ccurl_set_pointer(pointer, CURLOPT_WRITEDATA, context)
    ccurl_set_transfer(pointer, CURLOPT_WRITEFUNCTION, takeBody)
    ccurl_set_pointer(pointer, CURLOPT_READDATA, context)
    ccurl_set_transfer(pointer, CURLOPT_READFUNCTION, giveBody)
    ccurl_set_pointer(pointer, CURLOPT_SEEKDATA, context)
    ccurl_set_seek(pointer, seekBody)
  }
}

private func transfer(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
  context.flatMap { Unmanaged<CurlHandle>.fromOpaque($0).takeUnretainedValue().transfer }
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
