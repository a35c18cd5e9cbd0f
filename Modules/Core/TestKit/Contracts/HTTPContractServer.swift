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
  public static func answer(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    let parts = request.url.path().split(separator: "/")
    switch parts.first {
    case "status": return HTTPResponse(status: parts.last.flatMap { Int($0) } ?? 400)
    case "echo":
      return HTTPResponse(
        status: 200,
        fields: [
          "X-Method": request.method.rawValue, "X-Echo": request.fields["x-probe"] ?? "",
        ], body: HTTPBody(request.body ?? Data()))
    case "fields":
      return HTTPResponse(status: 200, fields: ["X-Probe": "One", "x-probe": "Two"])
    case "chunks": return HTTPResponse(status: 200, body: chunks(["one ", "two ", "three"]))
    case "large":
      return HTTPResponse(status: 200, body: HTTPBody(Data(repeating: 65, count: largeSize)))
    case "never": try await waitForCancellation()
    case "stall": return HTTPResponse(status: 200, body: chunks(["one "], stalls: true))
    default: break
    }
    return HTTPResponse(status: 404)
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
