public import HTTP
import Services
import Foundation
import Synchronization

/// The server's answers to the requests of ``HTTPClientContract``, by path.
///
/// | path | answer |
/// |---|---|
/// | `/status/N` | status N without a body |
/// | `/echo` | the request's body, its method as `X-Method`, its `X-Probe` as `X-Echo` |
/// | `/fields` | `X-Probe: One`, and again `X-Probe: Two` |
/// | `/chunks` | `one two three` in three chunks, without a length |
/// | `/large` | ``largeSize`` bytes |
/// | `/never` | nothing, until the request is cancelled |
/// | `/stall` | a head and one chunk, then nothing, until it is cancelled |
public enum HTTPContractServer {
  /// The size of the large body in bytes.
  public static var largeSize: Int { 65_536 }

  /// Answers a request as the server does, in memory.
  public static func answer(
    _ request: HTTPRequest, _ body: HTTPBody?, _ options: HTTPOptions
  ) async throws(HTTPError) -> HTTPAnswer {
    let parts = request.url.path().split(separator: "/")
    switch parts.first {
    case "status":
      let code = parts.last.flatMap { Int($0) } ?? 400
      return HTTPAnswer(HTTPResponse(status: .init(code: code)), from: request.url)
    case "echo":
      var fields = probes(["X-Method": request.method.rawValue])
      for field in request.headerFields where field.name.canonicalName == "x-probe" {
        fields += probes(["X-Echo": field.value])
      }
      return HTTPAnswer(
        HTTPResponse(status: .ok, headerFields: fields),
        body: HTTPBody(try await body?.collect(upTo: largeSize) ?? Data()), from: request.url)
    case "fields":
      let fields = probes(["X-Probe": "One"]) + probes(["x-probe": "Two"])
      return HTTPAnswer(HTTPResponse(status: .ok, headerFields: fields), from: request.url)
    case "chunks": return page(chunks(["one ", "two ", "three"]), request)
    case "large": return page(HTTPBody(Data(repeating: 65, count: largeSize)), request)
    case "never": try await waitForCancellation()
    case "stall": return page(chunks(["one "], stalls: true), request)
    default: break
    }
    return HTTPAnswer(HTTPResponse(status: .notFound), from: request.url)
  }

  private static func page(_ body: HTTPBody, _ request: HTTPRequest) -> HTTPAnswer {
    HTTPAnswer(HTTPResponse(status: .ok), body: body, from: request.url)
  }

  private static func probes(_ fields: [String: String]) -> HTTPFields {
    HTTPFields(
      fields.compactMap { name, value in
        HTTPField.Name(name).map { HTTPField(name: $0, value: value) }
      })
  }

  private static func chunks(_ texts: [String], stalls: Bool = false) -> HTTPBody {
    let rest = Chunks(texts)
    return HTTPBody { () async throws(HTTPError) -> Data? in
      if let next = rest.next() { return Data(next.utf8) }
      if stalls { try await waitForCancellation() }
      return nil
    }
  }

  private static func waitForCancellation() async throws(HTTPError) {
    do { try await ManualClock(now: Date()).sleep(for: .seconds(1)) } catch { throw .cancelled }
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
