public import Foundation

/// A port of 127.0.0.1 that refuses connections. It stays bound, so that no other test's server gets it.
public final class RefusedPort: Sendable {
  /// The port.
  public let port: Int
  private let descriptor: Int32

  /// Takes a free port.
  ///
  /// - Throws: ``SocketProblem`` if the system has no descriptors left.
  public init() throws(SocketProblem) {
    (descriptor, port) = try LoopbackSocket.bound()
  }

  deinit {
    close(descriptor)
  }

  /// Its URL.
  public var url: URL { URL(string: "http://127.0.0.1:\(port)/") ?? URL(filePath: "/") }
}
