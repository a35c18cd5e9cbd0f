package import Foundation
import Synchronization

/// A TCP client without any idea of HTTP, to see what a ``LoopbackServer`` really sends.
///
/// It waits on threads of its own. One task at a time may read.
package final class RawClient: Sendable {
  /// The received bytes, and why reading ended.
  package struct Received: Sendable {
    /// Why reading ended.
    package enum End: Sendable {
      /// There was enough.
      case enough
      /// The server closed the connection.
      case closed
      /// The connection was reset.
      case reset
      /// The time was over.
      case late
    }

    /// The bytes.
    package var data = Data()
    /// Why reading ended.
    package var end = End.enough
    /// The bytes as text.
    package var text: String { String(decoding: data, as: UTF8.self) }
    /// The bytes behind the first empty line.
    package var body: Data {
      data.range(of: Data("\r\n\r\n".utf8)).map { Data(data[$0.upperBound...]) } ?? Data()
    }
  }

  private let descriptor: Int32
  private let isOpen = Mutex(true)

  /// Connects to a port of 127.0.0.1.
  package init(to port: Int) throws(SocketProblem) {
    descriptor = try LoopbackSocket.connected(to: port)
  }

  deinit {
    disconnect()
  }

  /// Closes the connection. Nothing may be read or sent meanwhile or afterwards.
  package func disconnect() {
    isOpen.withLock { isOpen in
      if isOpen { close(descriptor) }
      isOpen = false
    }
  }

  /// Sends a text, which must fit into the system's buffers.
  package func send(_ text: String) {
    send(Data(text.utf8))
  }

  /// Sends bytes, which must fit into the system's buffers.
  package func send(_ data: Data) {
    data.withUnsafeBytes { _ = LoopbackSocket.write(descriptor, $0) }
  }

  /// Sends a GET and its fields.
  package func get(_ target: String = "/", _ fields: String = "") {
    send("GET \(target) HTTP/1.1\r\nHost: 127.0.0.1\r\n\(fields)\r\n")
  }

  /// Reads until there is enough, the connection ends or the time is over.
  ///
  /// - Parameter isEnough: called after each piece; at its usual value, only the end is enough.
  package func read(
    within limit: Duration = .seconds(600),
    until isEnough: @escaping @Sendable (Data) -> Bool = { _ in false }
  ) async -> Received {
    await withCheckedContinuation { continuation in
      // The thread keeps the client, whose descriptor it reads.
      Thread.detachNewThread { [self] in
        continuation.resume(returning: receive(limit, isEnough))
      }
    }
  }

  /// Reads until the text ends so.
  package func read(through end: String) async -> Received {
    await read { $0.suffix(end.utf8.count).elementsEqual(end.utf8) }
  }

  private func receive(_ limit: Duration, _ isEnough: (Data) -> Bool) -> Received {
    let end = ContinuousClock.now + limit
    var received = Received()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let left = max(.zero, ContinuousClock.now.duration(to: end))
      if LoopbackSocket.wait(for: [(descriptor, POLLIN)], upTo: left)[0] == 0 {
        received.end = .late
        return received
      }
      switch LoopbackSocket.read(descriptor, into: &buffer) {
      case .bytes(0):
        received.end = .closed
        return received
      case .bytes(let count): received.data += buffer[..<count]
      case .notReady: continue
      case .failed:
        received.end = .reset
        return received
      }
      if isEnough(received.data) { return received }
    }
  }
}

extension LoopbackServer {
  /// Sends a GET on a new connection, and reads until the connection ends or there is enough.
  package func receive(
    _ target: String = "/", _ fields: String = "Connection: close\r\n",
    until isEnough: @escaping @Sendable (Data) -> Bool = { _ in false }
  ) async throws -> RawClient.Received {
    let client = try RawClient(to: port)
    defer { client.disconnect() }
    client.get(target, fields)
    return await client.read(until: isEnough)
  }
}
