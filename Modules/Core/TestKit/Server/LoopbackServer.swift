public import Foundation
import Synchronization

/// A real HTTP/1.1 server on a free port of 127.0.0.1, which answers as a test says, rightly or wrongly.
///
/// ```swift
/// try await withServer { request in
///   request.path == "/books" ? ServerReply(body: "[]") : .misbehaving(.connection(.resetsInBody))
/// } run: { server in
///   let answer = try await client.send(HTTPRequest(url: server.url("/books")))
///   let request = try await server.request(1)
///   #expect(request.fields[.userAgent] == nil)
/// }
/// ```
///
/// Its threads are its own: a test may wait for it wherever it runs. It serves plain text, without TLS.
/// A request of HTTP/1.0 is refused as malformed, and fields after a body in chunks are dropped.
public final class LoopbackServer: Sendable {
  /// Answers a request; called on the connection's thread, and must not wait: a reply can.
  public typealias Handler = @Sendable (ServerRequest) -> ServerReply

  /// How requests are taken.
  public struct Options: Sendable {
    /// The maximum size of a request's head in bytes.
    public var maximumHead = 1 << 20
    /// The maximum size of a request's body in bytes.
    public var maximumBody = 64 << 20
    /// Waits between a request's head and its body.
    public var uploadGate: ServerGate?
    /// The reply on a new connection, by its number, before any request; nil for none.
    public var greeting: (@Sendable (_ connection: Int) -> ServerReply?)?

    /// Creates the usual options.
    public init() {}
  }

  /// The port.
  public let port: Int
  private let core: ServerCore
  /// Closing it stops the threads.
  private let stop: Mutex<Int32?>

  /// Starts a server.
  ///
  /// - Throws: ``SocketProblem`` if the system has no descriptors left.
  public init(
    options: Options = Options(), _ handler: @escaping Handler
  ) throws(SocketProblem) {
    let socket = try LoopbackSocket.bound()
    let ends: (read: Int32, write: Int32)
    do throws(SocketProblem) {
      guard listen(socket.descriptor, 1024) == 0 else {
        throw SocketProblem(call: "listen", code: errno)
      }
      ends = try LoopbackSocket.makePipe()
    } catch {
      close(socket.descriptor)
      throw error
    }
    port = socket.port
    stop = Mutex(ends.write)
    core = ServerCore(options, stopped: ends.read, handler)
    core.start("server \(port)") { [core] in core.accept(by: socket.descriptor) }
  }

  deinit {
    end {}
  }

  /// Ends all connections, and returns when no thread is left. Does nothing after the first call.
  public func stop() async {
    await withCheckedContinuation { continuation in
      end { continuation.resume() }
    }
  }

  private func end(_ completion: @escaping @Sendable () -> Void) {
    guard let end = stop.withLock({ $0.take() }) else {
      core.threads.notify(queue: .global(), execute: completion)
      return
    }
    close(end)
    core.log.stop()
    core.threads.notify(queue: .global()) { [core] in
      close(core.stopped)
      completion()
    }
  }
}

extension LoopbackServer {
  /// Returns the URL of a target such as `/search?q=1`: a path and a query.
  public func url(_ target: String = "/") -> URL {
    URL(string: "http://127.0.0.1:\(port)\(target)") ?? URL(filePath: "/")
  }

  /// The traffic so far.
  public var traffic: ServerTraffic { core.log.traffic }

  /// The requests so far.
  public var requests: [ServerRequest] { traffic.requests }

  /// Waits for a request, with its body.
  ///
  /// - Parameter number: its position, from 1.
  @discardableResult
  public func request(_ number: Int) async throws(ServerStopped) -> ServerRequest {
    try await core.log.first { $0.requests.dropFirst(number - 1).first }
  }

  /// Waits until a connection has ended, such as one whose request was cancelled.
  ///
  /// - Parameter number: its position, from 1.
  public func end(ofConnection number: Int) async throws(ServerStopped) {
    try await core.log.first { $0.endedConnections.contains(number) ? () : nil }
  }

  /// Waits for what a function finds in the traffic.
  ///
  /// - Parameter find: called with the traffic so far, and again after one or more changes. It may
  ///   read the server.
  public func first<Value: Sendable>(
    _ find: @escaping @Sendable (ServerTraffic) -> Value?
  ) async throws(ServerStopped) -> Value {
    try await core.log.first(find)
  }
}

/// Runs a body with a server, which is stopped at the end.
@discardableResult public func withServer<Result>(
  options: LoopbackServer.Options = .init(), _ handler: @escaping LoopbackServer.Handler,
  run body: (LoopbackServer) async throws -> Result
) async throws -> Result {
  let server = try LoopbackServer(options: options, handler)
  do {
    let result = try await body(server)
    await server.stop()
    return result
  } catch {
    await server.stop()
    throw error
  }
}
