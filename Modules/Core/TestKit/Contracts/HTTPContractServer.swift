public import HTTP
import Foundation
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
/// | `/redirect/elsewhere` | a redirect to `/echo` at the same port of another host, `localhost` |
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
  static let echoes = ["x-probe": "X-Echo", "authorization": "X-Authorization"]

  /// Answers a request as the server does, in memory, within the times and sizes of the options.
  public static func answer(
    _ request: HTTPRequest, _ body: HTTPBody?, _ options: HTTPOptions
  ) async throws(HTTPError) -> HTTPAnswer {
    let parts = request.url.path().split(separator: "/")
    switch parts.first {
    case "status":
      let code = parts.last.flatMap { Int($0) } ?? 400
      return HTTPAnswer(HTTPResponse(status: .init(code: code)), from: request.url)
    case "echo":
      let query = request.url.query().map { "?\($0)" } ?? ""
      var fields = probes(["X-Method": request.method.rawValue])
      fields += probes(["X-Target": request.url.path() + query])
      for field in request.headerFields {
        if let name = echoes[field.name.canonicalName] { fields += probes([name: field.value]) }
      }
      return HTTPAnswer(
        HTTPResponse(status: .ok, headerFields: fields),
        body: HTTPBody(try await body?.collect(upTo: largeSize) ?? Data()), from: request.url)
    case "fields":
      let fields = probes(["X-Probe": "One"]) + probes(["x-probe": "Two"])
      return HTTPAnswer(HTTPResponse(status: .ok, headerFields: fields), from: request.url)
    case "chunks":
      let texts = ["one ", "two ", "three"]
      return try page(chunks(texts), size: texts.joined().utf8.count, request, options)
    case "large":
      let data = Data(repeating: 65, count: largeSize)
      return try page(HTTPBody(data), size: data.count, request, options)
    case "never": try await wait(options.firstByteTimeout, .firstByte, options)
    case "stall": return try page(chunks(["one "], stalling: options), size: 4, request, options)
    case "redirect":
      let location = location(parts.last, host: request.url.host(), port: request.url.port)
      guard let location else { return HTTPAnswer(HTTPResponse(status: .ok), from: request.url) }
      return HTTPAnswer(
        HTTPResponse(status: .found, headerFields: [.location: location]), from: request.url)
    default: break
    }
    return HTTPAnswer(HTTPResponse(status: .notFound), from: request.url)
  }

  /// Returns the location of a redirect, or nil for no redirect.
  ///
  /// - Parameters:
  ///   - name: what follows `/redirect/`.
  ///   - host: the host of the request.
  ///   - port: its port, or nil for the usual one.
  static func location(_ name: Substring?, host: String?, port: Int?) -> String? {
    if name == "elsewhere" {
      let other = host == "localhost" ? "127.0.0.1" : "localhost"
      return "http://\(other)\(port.map { ":\($0)" } ?? "")/echo"
    }
    guard let number = name.flatMap({ Int($0) }), number > 0 else { return nil }
    return "/redirect/\(number - 1)"
  }

  private static func page(
    _ body: HTTPBody, size: Int, _ request: HTTPRequest, _ options: HTTPOptions
  ) throws(HTTPError) -> HTTPAnswer {
    guard size <= options.maximumBodySize else { throw .tooLarge(limit: options.maximumBodySize) }
    return HTTPAnswer(HTTPResponse(status: .ok), body: body, from: request.url)
  }

  private static func probes(_ fields: [String: String]) -> HTTPFields {
    HTTPFields(
      fields.compactMap { name, value in
        HTTPField.Name(name).map { HTTPField(name: $0, value: value) }
      })
  }

  private static func chunks(_ texts: [String], stalling options: HTTPOptions? = nil) -> HTTPBody {
    let rest = Chunks(texts)
    return HTTPBody { () async throws(HTTPError) -> Data? in
      if let next = rest.next() { return Data(next.utf8) }
      if let options { try await wait(options.idleTimeout, .idle, options) }
      return nil
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
  private let texts: Mutex<[String]>

  init(_ texts: [String]) {
    self.texts = Mutex(texts.reversed())
  }

  func next() -> String? { texts.withLock { $0.popLast() } }
}
