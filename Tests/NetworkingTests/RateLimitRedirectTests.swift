import Foundation
import HTTP
import Networking
import Services
import TestKit
import Testing

@Suite("Redirects below the rate limit")
struct RateLimitRedirectTests {
  private let clock = ManualClock(now: Date(timeIntervalSince1970: 0))

  private func limit(_ server: ScriptedServer, burst: Int = 1) -> HTTPRateLimit {
    HTTPRateLimit(server.client, clock: clock) { _ in
      HTTPRate(2, per: .seconds(1), burst: burst)
    }
  }

  private func start(
    _ client: HTTPRateLimit, _ path: String, host: String = "a.example",
    _ fields: HTTPFields = [:], _ options: HTTPOptions = HTTPOptions()
  ) -> Task<HTTPResponse.Status, any Error> {
    Task.immediate {
      try await client.send(.to(path, host: host, fields), options: options).response.status
    }
  }

  /// Answers by a redirect.
  private static func redirect(to location: String) -> ScriptedServer.Answer {
    @Sendable func answer(_ request: HTTPRequest) async throws(HTTPError) -> HTTPAnswer {
      ScriptedServer.answer(request, 302, [.location: location])
    }
    return answer
  }

  @Test("An answer behind a redirect closes the gate of the host that gave it, and of no other")
  func closing() async throws {
    let server = ScriptedServer(
      Self.redirect(to: "https://B.example/2"),
      { ScriptedServer.answer($0, 429, [.retryAfter: "10"]) }, { ScriptedServer.answer($0) })
    let client = limit(server, burst: 5)
    #expect(try await start(client, "1").value == 429)
    let waiting = start(client, "3", host: "b.example")
    #expect(try await start(client, "4").value == 200)
    #expect(server.paths == ["1", "2", "4"])
    await clock.sleeper(until: Date(timeIntervalSince1970: 10))
    clock.advance(by: .seconds(10))
    #expect(try await waiting.value == 200)
  }

  @Test("A request that is redirected to a host with a closed gate waits there")
  func closed() async throws {
    let server = ScriptedServer(
      { ScriptedServer.answer($0, 429, [.retryAfter: "10"]) },
      Self.redirect(to: "https://b.example/3"), { ScriptedServer.answer($0) })
    let client = limit(server)
    #expect(try await start(client, "1", host: "b.example").value == 429)
    let redirected = start(client, "2")
    await clock.sleeper(until: Date(timeIntervalSince1970: 10))
    #expect(server.paths == ["1", "2"])
    clock.advance(by: .seconds(10))
    #expect(try await redirected.value == 200)
    #expect(server.paths == ["1", "2", "3"])
  }

  @Test("Each redirect takes a turn at its host, and one that is not followed takes none")
  func turns() async throws {
    let server = ScriptedServer(
      Self.redirect(to: "/2"), Self.redirect(to: "https://b.example/3"),
      { ScriptedServer.answer($0) })
    let client = limit(server)
    let redirected = start(client, "1")
    await clock.sleeper(until: Date(timeIntervalSince1970: 0.5))
    #expect(server.paths == ["1"])
    clock.advance(by: .seconds(0.5))
    #expect(try await redirected.value == 200)
    #expect(server.paths == ["1", "2", "3"])

    let other = ScriptedServer(Self.redirect(to: "/2"))
    var options = HTTPOptions()
    options.maximumRedirects = 0
    #expect(try await start(limit(other), "1", [:], options).value == 302)
    #expect(other.paths == ["1"])
  }

  @Test("A redirect below the rate limit takes no credentials to another host")
  func credentials() async throws {
    let server = ScriptedServer(
      Self.redirect(to: "https://b.example/2"), { ScriptedServer.answer($0) })
    let fields: HTTPFields = [.accept: "text/plain", .authorization: "secret"]
    #expect(try await start(limit(server), "1", fields).value == 200)
    #expect(server.requests.map(\.headerFields) == [fields, [.accept: "text/plain"]])
  }
}
