import Foundation

/// A connection as the server's thread sees it: reading, writing and waiting end when the server stops.
///
/// Used by one thread.
struct ServerStream {
  /// Why a connection is over.
  enum End: Error {
    /// The server stops.
    case stopped
    /// The client closed the connection, or it broke.
    case closed
  }

  let descriptor: Int32
  /// Readable when the server stops.
  let stop: Int32

  /// Reads what has arrived; empty at the end.
  func read() throws(End) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      try wait(for: POLLIN)
      switch LoopbackSocket.read(descriptor, into: &buffer) {
      case .bytes(let count): return Array(buffer[..<count])
      case .notReady: continue
      case .failed: throw .closed
      }
    }
  }

  /// Writes everything.
  func write(_ data: Data) throws(End) {
    var sent = 0
    while sent < data.count {
      let result = data.withUnsafeBytes {
        LoopbackSocket.write(descriptor, UnsafeRawBufferPointer(rebasing: $0[sent...]))
      }
      switch result {
      case .bytes(let count): sent += count
      case .notReady: try wait(for: POLLOUT)
      case .failed: throw .closed
      }
    }
  }

  /// Waits for a duration, or until the client closes the connection.
  func pause(for duration: Duration) throws(End) {
    let events = LoopbackSocket.wait(
      for: [(stop, POLLIN), (descriptor, LoopbackSocket.hangup)], upTo: duration)
    if events[0] != 0 { throw .stopped }
    if events[1] != 0 { throw .closed }
  }

  /// Waits for a gate, or until the client closes the connection.
  func pass(_ gate: ServerGate) throws(End) {
    while !gate.isPassed() {
      let events = LoopbackSocket.wait(
        for: [
          (stop, POLLIN), (descriptor, LoopbackSocket.hangup), (gate.descriptor, POLLIN),
        ], upTo: nil)
      if events[0] != 0 { throw .stopped }
      if events[1] != 0 { throw .closed }
    }
  }

  /// Waits until the client closes the connection.
  func waitForEnd() throws(End) {
    while true { try pause(for: .seconds(3600)) }
  }

  /// Passes on what the client and another server send, until one of both closes its connection.
  func tunnel(to port: Int) throws(End) {
    guard let descriptor = try? LoopbackSocket.connected(to: port) else { throw .closed }
    defer { close(descriptor) }
    let server = ServerStream(descriptor: descriptor, stop: stop)
    while true {
      let events = LoopbackSocket.wait(
        for: [(stop, POLLIN), (self.descriptor, POLLIN), (descriptor, POLLIN)], upTo: nil)
      if events[0] != 0 { throw .stopped }
      let (source, target) = events[1] != 0 ? (self, server) : (server, self)
      let bytes = try source.read()
      if bytes.isEmpty { return }
      try target.write(Data(bytes))
    }
  }

  /// Sends the end, and reads until the client has sent its own.
  ///
  /// A socket that is closed with unread bytes would send a reset, and the client could lose the answer.
  func finish() throws(End) {
    shutdown(descriptor, Int32(SHUT_WR))
    while try !read().isEmpty {}
  }

  private func wait(for events: Int32) throws(End) {
    let happened = LoopbackSocket.wait(for: [(stop, POLLIN), (descriptor, events)], upTo: nil)
    if happened[0] != 0 { throw .stopped }
  }
}
