import Foundation

/// The connections that libcurl keeps for later requests; only the loop's thread knows it.
///
/// There is one for all origins, because those behind an HTTP proxy share its connections.
///
/// What arrives on one without a request is no answer (RFC 9112, section 6.3). libcurl 7.88 would send the next request
/// all the same, and take it for the answer to that one, and each answer after it for that to a later one.
final class CurlKept {
  /// How many are remembered before those that have ended are forgotten.
  private static let maximum = 1024

  /// The sockets by their own ports. The number of one that has ended may be that of another file.
  private var sockets: [Int32: Int32] = [:]

  /// Notes the connection that libcurl keeps after an answer of HTTP/1.
  func add(_ socket: Int32, from port: Int32) {
    if sockets.count >= Self.maximum {
      sockets = sockets.filter { Self.port(of: $0.value) == $0.key }
    }
    sockets[port] = socket
  }

  /// Ends the connection on which a request is about to be sent if something has arrived on it. libcurl finds then that
  /// it can't send, and takes another one, five times at most. So all other such connections are ended, too: libcurl
  /// sees that before it takes one.
  ///
  /// - Returns: whether the connection was ended.
  func endIfUnasked(from port: Int32) -> Bool {
    guard let socket = sockets.removeValue(forKey: port), Self.endIfUnasked(socket, from: port)
    else { return false }
    sockets = sockets.filter { !Self.endIfUnasked($0.value, from: $0.key) }
    return true
  }

  private static func endIfUnasked(_ socket: Int32, from port: Int32) -> Bool {
    // Usually nothing is there, and one call is enough. Of another file nothing is taken.
    guard read(socket, atMost: 1, flags: Int32(MSG_PEEK)) > 0, Self.port(of: socket) == port
    else { return false }
    shutdown(socket, Int32(SHUT_RDWR))
    // What is there would still be read; nothing more arrives.
    while read(socket, atMost: 4096) > 0 {}
    return true
  }

  /// Reads what is there, and returns how much it was; 0 or less for nothing.
  private static func read(_ socket: Int32, atMost count: Int, flags: Int32 = 0) -> Int {
    withUnsafeTemporaryAllocation(byteCount: count, alignment: 1) { buffer in
      recv(socket, buffer.baseAddress, count, Int32(MSG_DONTWAIT) | flags)
    }
  }

  /// Returns the own port of a socket, or nil for another file.
  private static func port(of socket: Int32) -> Int32? {
    var address = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let code = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &size) }
    }
    guard code == 0 else { return nil }
    // It has the same place in the addresses of IPv4 and IPv6, with its high byte first.
    return withUnsafeBytes(of: &address) { Int32($0[2]) << 8 | Int32($0[3]) }
  }
}
