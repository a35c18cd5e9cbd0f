public import Foundation

/// A port of 127.0.0.1 that takes connections and says nothing: what is sent to it waits for ever.
public final class SilentPort: Sendable {
  /// The port.
  public let port: Int
  private let descriptor: Int32

  /// Takes a free port.
  ///
  /// - Throws: ``SocketProblem`` if the system has no descriptors left.
  public init() throws(SocketProblem) {
    (descriptor, port) = try LoopbackSocket.bound()
    // The system itself accepts as many as wait in the queue.
    guard listen(descriptor, 128) == 0 else {
      let code = errno
      close(descriptor)
      throw SocketProblem(call: "listen", code: code)
    }
  }

  deinit {
    close(descriptor)
  }

  /// Its URL.
  ///
  /// - Parameter scheme: `http` or `https`.
  public func url(_ scheme: String = "http") -> URL {
    URL(string: "\(scheme)://127.0.0.1:\(port)/") ?? URL(filePath: "/")
  }
}
