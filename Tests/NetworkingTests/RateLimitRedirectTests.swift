import Foundation
import HTTP
import Networking
import Services
import TestKit
import Testing

@Suite("Redirects below the rate limit")
struct RateLimitRedirectTests {
  private let trial = RateLimitTrial()

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
    let client = trial.limit(server, burst: 5)
    #expect(try await client.start("1").value == 429)
    let waiting = client.start("3", host: "b.example")
    #expect(try await client.start("4").value == 200)
    #expect(server.paths == ["1", "2", "4"])
    await trial.sleeper(until: 10)
    trial.clock.advance(by: .seconds(10))
    #expect(try await waiting.value == 200)
  }

  @Test("A request that is redirected to a host with a closed gate waits there")
  func closed() async throws {
    let server = ScriptedServer(
      { ScriptedServer.answer($0, 429, [.retryAfter: "10"]) },
      Self.redirect(to: "https://b.example/3"), { ScriptedServer.answer($0) })
    let client = trial.limit(server)
    #expect(try await client.start("1", host: "b.example").value == 429)
    let redirected = client.start("2")
    await trial.sleeper(until: 10)
    #expect(server.paths == ["1", "2"])
    trial.clock.advance(by: .seconds(10))
    #expect(try await redirected.value == 200)
    #expect(server.paths == ["1", "2", "3"])
  }

  @Test("Each redirect takes a turn at its host, and one that is not followed takes none")
  func turns() async throws {
    let server = ScriptedServer(
      Self.redirect(to: "/2"), Self.redirect(to: "https://b.example/3"),
      { ScriptedServer.answer($0) })
    let client = trial.limit(server)
    let redirected = client.start("1")
    await trial.sleeper(until: 0.5)
    #expect(server.paths == ["1"])
    trial.clock.advance(by: .seconds(0.5))
    #expect(try await redirected.value == 200)
    #expect(server.paths == ["1", "2", "3"])

    let other = ScriptedServer(Self.redirect(to: "/2"))
    let answer = try await trial.limit(other).send(.to("1"), options: .withoutRedirects)
    #expect(answer.response.status == 302)
    #expect(other.paths == ["1"])
  }

  @Test("A redirect below the rate limit takes no credentials to another host")
  func credentials() async throws {
    let server = ScriptedServer(
      Self.redirect(to: "https://b.example/2"), { ScriptedServer.answer($0) })
    let fields: HTTPFields = [.accept: "text/plain", .authorization: "secret"]
    #expect(try await trial.limit(server).start("1", fields).value == 200)
    #expect(server.requests.map(\.headerFields) == [fields, [.accept: "text/plain"]])
  }
}
