import Foundation
import HTTP
import Synchronization

/// Answers by a script, and remembers what was asked.
final class ScriptedServer: Sendable {
  typealias Answer = @Sendable (HTTPRequest) async throws(HTTPError) -> HTTPAnswer

  private struct State {
    var requests: [HTTPRequest] = []
    var options: [HTTPOptions] = []
    var bodies: [Data?] = []
    var waiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let answers: [Answer]
  private let state = Mutex(State())

  /// Creates a server that gives these answers in order, and the last one for ever.
  init(_ answers: Answer...) { self.answers = answers }

  convenience init(_ status: HTTPResponse.Status, _ fields: HTTPFields = [:]) {
    self.init { Self.answer($0, status, fields) }
  }

  /// Creates a server that can't be reached.
  convenience init(failing error: HTTPError) { self.init(Self.failing(error)) }

  static func failing(_ error: HTTPError) -> Answer {
    @Sendable func answer(_ request: HTTPRequest) async throws(HTTPError) -> HTTPAnswer {
      throw error
    }
    return answer
  }

  /// Answers when a gate is open.
  static func after(
    _ gate: TransferGate, _ status: HTTPResponse.Status = 200, _ fields: HTTPFields = [:],
    _ text: String = "", failing error: HTTPError? = nil
  ) -> Answer {
    @Sendable func answer(_ request: HTTPRequest) async throws(HTTPError) -> HTTPAnswer {
      try await gate.wait()
      if let error { throw error }
      return Self.answer(request, status, fields, text)
    }
    return answer
  }

  static func answer(
    _ request: HTTPRequest, _ status: HTTPResponse.Status = 200, _ fields: HTTPFields = [:],
    _ text: String = ""
  ) -> HTTPAnswer {
    HTTPAnswer(
      HTTPResponse(status: status, headerFields: fields), body: HTTPBody(Data(text.utf8)),
      from: request.url)
  }

  var requests: [HTTPRequest] { state.withLock { $0.requests } }
  var options: [HTTPOptions] { state.withLock { $0.options } }
  var bodies: [Data?] { state.withLock { $0.bodies } }
  var paths: [String] { requests.map(\.url.lastPathComponent) }

  var client: MemoryHTTPClient {
    MemoryHTTPClient { request, body, options throws(HTTPError) in
      let (count, waiters) = self.state.withLock { state in
        state.requests.append(request)
        state.options.append(options)
        state.bodies.append(body?.data)
        let count = state.requests.count
        defer { state.waiters.removeAll { $0.count <= count } }
        return (count, state.waiters.filter { $0.count <= count }.map(\.continuation))
      }
      for waiter in waiters { waiter.resume() }
      return try await self.answers[min(count, self.answers.count) - 1](request)
    }
  }

  /// Returns when that many requests have arrived.
  func reached(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.requests.count >= count { return true }
        state.waiters.append((count, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }
}

func testURL(_ text: String = "https://a.example/1") -> URL {
  URL(string: text) ?? URL(filePath: "/")
}

extension HTTPRequest {
  static func to(_ path: String, host: String = "a.example", _ fields: HTTPFields = [:]) -> Self {
    HTTPRequest(url: testURL("https://\(host)/\(path)"), headerFields: fields)
  }
}

extension HTTPAnswer {
  func text() async throws -> String {
    String(decoding: try await body.collect(upTo: 1 << 20), as: UTF8.self)
  }
}
