import Foundation
import HTTP
@testable import Networking
import Services
import Synchronization
import TestKit
import Testing

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
    _ gate: Gate, _ status: HTTPResponse.Status = 200, _ fields: HTTPFields = [:],
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

/// A body in chunks that a test follows.
final class ChunkSource: Sendable {
  private let chunks: [String]
  private let failure: HTTPError?
  private let count = Mutex(0)
  private let gate: Gate?
  private let gated: Int

  /// Creates a source that waits for a gate before a chunk, and may fail in the place of an end.
  init(_ chunks: [String], failure: HTTPError? = nil, gate: Gate? = nil, before gated: Int = 0) {
    self.chunks = chunks
    self.failure = failure
    self.gate = gate
    self.gated = gated
  }

  /// The number of chunks that were asked for.
  var asked: Int { count.withLock { $0 } }

  func body(length: Int? = nil) -> HTTPBody {
    HTTPBody(length: length) { () async throws(HTTPError) in try await self.next() }
  }

  func answer(_ request: HTTPRequest, _ status: HTTPResponse.Status = 200) -> HTTPAnswer {
    HTTPAnswer(HTTPResponse(status: status), body: body(), from: request.url)
  }

  private func next() async throws(HTTPError) -> Data? {
    let position = count.withLock { count in
      defer { count += 1 }
      return count
    }
    if position == gated, let gate { try await gate.wait() }
    if position < chunks.count { return Data(chunks[position].utf8) }
    if let failure { throw failure }
    return nil
  }
}

/// Lets tasks wait until a test opens it.
final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var waits = 0
    var wasCancelled = false
  }

  private let state = AsyncState(State())

  /// Whether a wait was cancelled.
  var wasCancelled: Bool { state.read(\.wasCancelled) }

  func open() { state.update { $0.isOpen = true } }

  /// Returns when a task has begun to wait.
  func waiting() async throws { try await state.first { $0.waits > 0 ? () : nil } }

  /// Returns when a wait was cancelled.
  func cancelled() async throws { try await state.first { $0.wasCancelled ? () : nil } }

  func wait() async throws(HTTPError) {
    state.update { $0.waits += 1 }
    do throws(HTTPError) {
      try await state.first { $0.isOpen ? () : nil }
    } catch {
      state.update { $0.wasCancelled = true }
      throw error
    }
  }
}

/// A clock that moves as soon as somebody sleeps, and remembers the sleeps.
final class HastyClock: AppClock {
  private let state = Mutex((now: Date(timeIntervalSince1970: 1_795_368_600), sleeps: [Duration]()))
  let timeZone = TimeZone.gmt
  var now: Date { state.withLock { $0.now } }
  var sleeps: [Duration] { state.withLock { $0.sleeps } }

  func advance(by duration: Duration) {
    state.withLock { $0.now += Double(duration.components.seconds) }
  }

  func sleep(for duration: Duration) async throws {
    try Task.checkCancellation()
    let (seconds, attoseconds) = duration.components
    state.withLock { state in
      state.now += Double(seconds) + Double(attoseconds) / 1e18
      state.sleeps.append(duration)
    }
  }
}

/// Always the same random number.
struct FixedRandomness: RandomSource {
  let bits: UInt64
  func next() -> UInt64 { bits }
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
