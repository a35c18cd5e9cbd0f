import Foundation
import HTTP
import Networking
import Services
import TestKit
import Testing

/// Every client that wraps another one, as an app uses it.
enum Middleware: String, CaseIterable, Sendable {
  case logging, userAgent, retry, rateLimit, singleFlight, recording, all

  func wrap(_ client: any HTTPClient) throws -> any HTTPClient {
    let clock = ManualClock(now: Date(timeIntervalSince1970: 0))
    switch self {
    case .logging: return HTTPLogging(client, logger: MemoryLogger(), clock: clock)
    case .userAgent:
      return try HTTPUserAgent(
        client, name: "Example", version: "1", contact: "me@example.org",
        for: testURL("http://memory.invalid"))
    case .retry:
      var policy = HTTPRetryPolicy()
      policy.firstDelay = .zero
      return HTTPRetry(
        client, clock: clock, randomness: SeededRandomness(seed: 1), policy: policy)
    case .rateLimit:
      return HTTPRateLimit(client, clock: clock) { _ in
        HTTPRate(1, per: .seconds(1), burst: 100)
      }
    case .singleFlight: return HTTPSingleFlight(client)
    case .recording: return HTTPRecording(client)
    case .all:
      return try [Middleware.recording, .logging, .userAgent, .rateLimit, .retry, .singleFlight]
        .reduce(client) { try $1.wrap($0) }
    }
  }
}

@Suite("All middleware fulfils the contract of HTTP clients, and passes on what it does not change")
struct MiddlewareContractTests {
  @Test(
    "Each middleware fulfils the contract of a client",
    arguments: Middleware.allCases, HTTPClientContract.Check.allCases)
  func contract(_ middleware: Middleware, _ check: HTTPClientContract.Check) async throws {
    let client = try middleware.wrap(MemoryHTTPClient(HTTPContractServer.answer))
    let base = try #require(URL(string: "http://memory.invalid"))
    try await HTTPClientContract(client, base: base).verify(check)
  }

  @Test(
    "A replay of the contract's requests fulfils it like the server",
    arguments: [
      HTTPClientContract.Check.statusIsNoError, .sendsEverything, .fieldsIgnoreCase, .emptyBody,
      .streams, .manyAtOnce,
    ])
  func replay(_ check: HTTPClientContract.Check) async throws {
    let base = try #require(URL(string: "http://memory.invalid"))
    let recording = HTTPRecording(MemoryHTTPClient(HTTPContractServer.answer))
    try await HTTPClientContract(recording, base: base).verify(check)
    let replay = HTTPReplay(try HTTPCassette(recording.cassette.text))
    try await HTTPClientContract(replay, base: base).verify(check)
    #expect(replay.unusedCount == 0 && recording.omitted == 0)
  }

  @Test("A body arrives in the same chunks, each when it is there", arguments: Middleware.allCases)
  func streaming(_ middleware: Middleware) async throws {
    let gate = TransferGate()
    let source = ChunkSource(["one", "two"], gate: gate, before: 1)
    let server = ScriptedServer { request in
      HTTPAnswer(HTTPResponse(status: 200), body: source.body(length: 6), from: request.url)
    }
    let answer = try await middleware.wrap(server.client).send(.to("1"))
    #expect(answer.body.length == 6 && answer.url == testURL())
    var reader = answer.body.makeAsyncIterator()
    #expect(try await reader.next() == Data("one".utf8))
    gate.open()
    #expect(try await reader.next() == Data("two".utf8))
    #expect(try await reader.next() == nil)
  }

  @Test("An upload in chunks is passed on as it is", arguments: Middleware.allCases)
  func upload(_ middleware: Middleware) async throws {
    let client = try middleware.wrap(MemoryHTTPClient(HTTPContractServer.answer))
    let request = HTTPRequest(method: .post, url: testURL("http://memory.invalid/echo"))
    let source = ChunkSource(["one ", "two"])
    let answer = try await client.send(
      request, body: source.body(length: 7), options: HTTPOptions())
    #expect(try await answer.text() == "one two")
  }

  @Test("Options and fields reach the transport", arguments: Middleware.allCases)
  func options(_ middleware: Middleware) async throws {
    let server = ScriptedServer(200)
    var options = HTTPOptions()
    options.maximumBodySize = 123
    options.idleTimeout = .seconds(7)
    options.maximumRedirects = 0
    options.wholeTimeout = .seconds(9)
    let fields: HTTPFields = [.accept: "a", .authorization: "b", .userAgent: "c"]
    _ = try await middleware.wrap(server.client).send(.to("1", fields), options: options)
    #expect(server.options == [options] && server.requests == [.to("1", fields)])
  }
}
