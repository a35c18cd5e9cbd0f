import Files
import Foundation
import Synchronization

/// A socket call that failed.
public struct SocketProblem: Error, Hashable, Sendable {
  /// The name of the call.
  public let call: String
  /// The error number, see errno(3).
  public let code: Int32

  /// Creates an error.
  public init(call: String, code: Int32) {
    self.call = call
    self.code = code
  }
}

/// The system's calls for TCP over 127.0.0.1. No descriptor blocks or survives an exec.
enum LoopbackSocket {
  /// The result of reading or writing.
  enum Transfer {
    /// The number of bytes; 0 when reading at the end.
    case bytes(Int)
    /// Nothing now: wait first.
    case notReady
    /// The connection is broken.
    case failed(Int32)
  }

  #if canImport(Darwin)
    /// The event of a peer that closed its side.
    static let hangup = POLLHUP
    private static let sendFlags: Int32 = 0
  #else
    /// The event of a peer that closed its side.
    static let hangup: Int32 = 0x2000  // POLLRDHUP, which Glibc's module does not have.
    private static let sendFlags = Int32(MSG_NOSIGNAL)
  #endif

  /// Creates a socket.
  static func make() throws(SocketProblem) -> Int32 {
    #if canImport(Darwin)
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #else
      let type = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
      let descriptor = socket(AF_INET, Int32(type), 0)
    #endif
    guard descriptor >= 0 else { throw SocketProblem(call: "socket", code: errno) }
    prepare(descriptor)
    return descriptor
  }

  /// Binds a socket to a free port; it does not listen yet.
  static func bound() throws(SocketProblem) -> (descriptor: Int32, port: Int) {
    let descriptor = try make()
    var address = loopback(port: 0)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        guard bind(descriptor, address, size) == 0 else { return errno }
        return getsockname(descriptor, address, &size) == 0 ? 0 : errno
      }
    }
    guard code == 0 else {
      close(descriptor)
      throw SocketProblem(call: "bind", code: code)
    }
    return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
  }

  /// Accepts a connection, or returns nil if none waits or the system refuses.
  static func accepted(by listener: Int32) -> Int32? {
    // A process that starts meanwhile would inherit the connection.
    let descriptor = ChildAttributes.starting.withLock { _ in
      let descriptor = accept(listener, nil, nil)
      neverBlock(descriptor)
      return descriptor
    }
    guard descriptor >= 0 else { return nil }
    prepare(descriptor)
    return descriptor
  }

  /// Connects to a port.
  static func connected(to port: Int) throws(SocketProblem) -> Int32 {
    let descriptor = try make()
    var address = loopback(port: port)
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        connect(descriptor, address, size) == 0 ? 0 : errno
      }
    }
    guard code == 0 || code == EINPROGRESS else {
      close(descriptor)
      throw SocketProblem(call: "connect", code: code)
    }
    _ = wait(for: [(descriptor, POLLOUT)], upTo: nil)
    var problem: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &problem, &length)
    guard problem == 0 else {
      close(descriptor)
      throw SocketProblem(call: "connect", code: problem)
    }
    return descriptor
  }

  /// Reads what is there.
  static func read(_ descriptor: Int32, into buffer: inout [UInt8]) -> Transfer {
    transfer(recv(descriptor, &buffer, buffer.count, 0))
  }

  /// Writes as much as fits.
  static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Transfer {
    transfer(send(descriptor, bytes.baseAddress, bytes.count, sendFlags))
  }

  /// Waits until a descriptor is ready.
  ///
  /// - Parameter limit: how long, or nil for no limit.
  /// - Returns: for each descriptor the events that happened; all 0 when the time is over.
  static func wait(
    for descriptors: [(descriptor: Int32, events: Int32)], upTo limit: Duration?
  ) -> [Int16] {
    var polled = descriptors.map {
      pollfd(fd: $0.descriptor, events: Int16(truncatingIfNeeded: $0.events), revents: 0)
    }
    let end = limit.map { ContinuousClock.now + $0 }
    while true {
      let left = end.map { max(.zero, ContinuousClock.now.duration(to: $0)) }
      // Rounded up: 0 would not wait at all.
      let milliseconds = left.map { Int32(clamping: Int(($0 / .milliseconds(1)).rounded(.up))) }
      let count = poll(&polled, nfds_t(polled.count), milliseconds ?? -1)
      if count > 0 { return polled.map(\.revents) }
      if let left, left == .zero { return polled.map { _ in 0 } }
    }
  }

  /// Makes closing the socket a reset: the peer loses what it has not received.
  static func resetsAtClose(_ descriptor: Int32) {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
  }

  /// Creates a pipe.
  static func makePipe() throws(SocketProblem) -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    let code = ChildAttributes.starting.withLock { _ in
      guard pipe(&ends) == 0 else { return errno }
      for end in ends { neverBlock(end) }
      return 0
    }
    guard code == 0 else { throw SocketProblem(call: "pipe", code: code) }
    return (ends[0], ends[1])
  }

  private static func transfer(_ count: Int) -> Transfer {
    if count >= 0 { return .bytes(count) }
    let code = errno
    return code == EAGAIN || code == EINTR ? .notReady : .failed(code)
  }

  private static func loopback(port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(clamping: port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }

  private static func prepare(_ descriptor: Int32) {
    var yes: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    // A byte is sent when it is written.
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, size)
    #if canImport(Darwin)
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, size)
      neverBlock(descriptor)
    #endif
  }

  private static func neverBlock(_ descriptor: Int32) {
    guard descriptor >= 0 else { return }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  }
}
