import HTTP
import Networking
import TestKit
import Testing

@Suite("Retry of a change")
struct UnsafeRetryTests {
  @Test(
    "A change that may have been sent fails with that try's error, and a question with the last one",
    arguments: [
      (HTTPRequest.Method.put, HTTPError.interrupted(host: "a"), HTTPError.interrupted(host: "a")),
      (.delete, .timedOut(.idle), .timedOut(.idle)),
      (.put, .refused(host: "a"), .offline),
      (.get, .interrupted(host: "a"), .offline),
    ])
  func sentBefore(_ method: HTTPRequest.Method, _ first: HTTPError, _ thrown: HTTPError) async {
    let server = ScriptedServer(ScriptedServer.failing(first), ScriptedServer.failing(.offline))
    let retry = HTTPRetry(
      server.client, clock: HastyClock(), randomness: FixedRandomness(bits: 0))
    await #expect(throws: thrown) {
      try await retry.send(HTTPRequest(method: method, url: testURL()))
    }
    #expect(server.requests.count == 2)
  }

  @Test(
    "A change that a gateway has answered counts as sent, and one that was turned away does not",
    arguments: [
      (HTTPRequest.Method.put, 504, HTTPError.interrupted(host: "a.example")),
      (.delete, 503, .interrupted(host: "a.example")), (.put, 429, .refused(host: "b")),
      (.get, 504, .refused(host: "b")),
    ])
  func answered(_ method: HTTPRequest.Method, _ status: Int, _ thrown: HTTPError) async {
    let server = ScriptedServer(
      { ScriptedServer.answer($0, HTTPResponse.Status(code: status)) },
      ScriptedServer.failing(.refused(host: "b")))
    let retry = HTTPRetry(
      server.client, clock: HastyClock(), randomness: FixedRandomness(bits: 0))
    await #expect(throws: thrown) {
      try await retry.send(HTTPRequest(method: method, url: testURL()))
    }
  }
}
