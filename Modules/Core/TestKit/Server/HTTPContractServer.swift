import Foundation
public import HTTP
import Synchronization

/// The server's answers to the requests of ``HTTPClientContract``, by path.
///
/// | path | answer |
/// |---|---|
/// | `/status/N` | status N without a body |
/// | `/echo`, `/echo/…` | the body, the method as `X-Method`, `X-Target` and the fields of the next table |
/// | `/fields` | `X-Probe: One`, and again `X-Probe: Two` |
/// | `/chunks` | `one two three` in three chunks, without a length |
/// | `/large` | ``largeSize`` bytes |
/// | `/never` | nothing, until the request ends |
/// | `/stall` | a head and one chunk, then nothing, until the request ends |
/// | `/redirect/N` | a redirect to `/redirect/N-1`; for 0 a status 200 |
/// | `/redirect/elsewhere` | a redirect to `/echo` at the same port of `localhost`, or of `127.0.0.1` from there |
///
/// | field of the request | field of the answer to `/echo` |
/// |---|---|
/// | `X-Probe` | `X-Echo` |
/// | `Authorization` | `X-Authorization` |
///
/// A field of the request that occurs more than once is answered as often. `X-Target` is the path with the query,
/// both as they were sent.
public enum HTTPContractServer {
  /// The size of the large body in bytes.
  public static var largeSize: Int { 65_536 }

  /// The names in the answer to `/echo`, by the names of the request in lower case.
  private static let echoes = ["x-probe": "X-Echo", "authorization": "X-Authorization"]

  /// Answers a request as the table says, on a connection.
  ///
  /// ```swift
  /// try await withServer(HTTPContractServer.reply) { server in
  ///   try await HTTPClientContract(client, base: server.url()).verify(check)
  /// }
  /// ```
  @Sendable public static func reply(to request: ServerRequest) -> ServerReply {
    let parts = request.path.split(separator: "/")
    switch parts.first {
    case "status":
      return ServerReply(status: .init(code: parts.last.flatMap { Int($0) } ?? 400))
    case "echo":
      var reply = ServerReply(body: .data(request.body))
      reply.fields += probe("X-Method", request.method.rawValue)
      reply.fields += probe("X-Target", request.target)
      for field in request.fields {
        if let name = echoes[field.name.canonicalName] { reply.fields += probe(name, field.value) }
      }
      return reply
    case "fields": return ServerReply(fields: probe("X-Probe", "One") + probe("x-probe", "Two"))
    case "chunks":
      return ServerReply(body: .chunks(["one ", "two ", "three"].map { Data($0.utf8) }))
    case "large": return ServerReply(body: .data(Data(repeating: 65, count: largeSize)))
    case "never": return .wire([.silence])
    case "stall":
      var reply = ServerReply(body: .chunks([Data("one ".utf8)], isComplete: false))
      reply.ending = .silence
      return reply
    case "redirect":
      let location = location(parts.last, from: request.fields[.host] ?? "")
      return location.map { ServerReply.redirect(to: $0) } ?? ServerReply()
    default: return ServerReply(status: .notFound)
    }
  }

  /// Answers a request as ``reply(to:)``, in memory, within the times and sizes of the options.
  public static func answer(
    _ request: HTTPRequest, _ body: HTTPBody?, _ options: HTTPOptions
  ) async throws(HTTPError) -> HTTPAnswer {
    let url = request.url
    var received = ServerRequest(
      method: request.method, target: url.path() + (url.query().map { "?\($0)" } ?? ""),
      fields: request.headerFields)
    received.fields[.host] = (url.host() ?? "") + (url.port.map { ":\($0)" } ?? "")
    received.body = try await body?.collect(upTo: largeSize) ?? Data()
    let reply = reply(to: received)
    if reply.wire != nil { try await wait(options.firstByteTimeout, .firstByte, options) }
    let content = content(of: reply, options)
    guard content.size <= options.maximumBodySize else {
      throw .tooLarge(limit: options.maximumBodySize)
    }
    let head = HTTPResponse(status: reply.status, headerFields: reply.fields)
    return HTTPAnswer(head, body: content.body, from: url)
  }

  /// Returns the location of a redirect, or nil for no redirect.
  ///
  /// - Parameters:
  ///   - name: what follows `/redirect/`.
  ///   - host: the host of the request, with its port.
  private static func location(_ name: Substring?, from host: String) -> String? {
    if name == "elsewhere" {
      let own = URL(string: "http://\(host)")
      let other = own?.host() == "localhost" ? "127.0.0.1" : "localhost"
      return "http://\(other)\(own?.port.map { ":\($0)" } ?? "")/echo"
    }
    guard let number = name.flatMap({ Int($0) }), number > 0 else { return nil }
    return "/redirect/\(number - 1)"
  }

  private static func probe(_ name: String, _ value: String) -> HTTPFields {
    HTTPFields(HTTPField.Name(name).map { [HTTPField(name: $0, value: value)] } ?? [])
  }

  /// Returns the body of a reply, and how many bytes it has.
  private static func content(
    of reply: ServerReply, _ options: HTTPOptions
  ) -> (body: HTTPBody, size: Int) {
    switch reply.body {
    case .data(let data): return (HTTPBody(data), data.count)
    case .chunks(let chunks, let isComplete):
      let rest = Chunks(chunks)
      let body = HTTPBody { () async throws(HTTPError) -> Data? in
        if let next = rest.next() { return next }
        if !isComplete { try await wait(options.idleTimeout, .idle, options) }
        return nil
      }
      return (body, chunks.reduce(0) { $0 + $1.count })
    }
  }

  /// Waits until a time of the options is over, or the task is cancelled, and throws.
  private static func wait(
    _ time: Duration, _ timeout: HTTPError.Timeout, _ options: HTTPOptions
  ) async throws(HTTPError) {
    let whole = options.wholeTimeout ?? time
    do { try await Task.sleep(for: min(time, whole)) } catch { throw .cancelled }
    throw .timedOut(whole < time ? .whole : timeout)
  }
}

/// The unread chunks.
private final class Chunks: Sendable {
  private let chunks: Mutex<[Data]>

  init(_ chunks: [Data]) {
    self.chunks = Mutex(chunks.reversed())
  }

  func next() -> Data? { chunks.withLock { $0.popLast() } }
}
