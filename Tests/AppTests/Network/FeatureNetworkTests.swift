import AppTerminal
import Core
import Foundation
import HTTP
import Services
import Shell
import Synchronization
import TestKit
import Testing

@testable import AppComposition

/// Over the machine's network and a real server, as features use it.
@Suite("The network of features") @MainActor struct FeatureNetworkTests {
  private let clock = HastyClock()

  /// Returns the client, and the log of its app.
  private func client(
    over network: (@Sendable () -> any HTTPClient)? = AppOptions.machineNetwork
  ) -> (any HTTPClient, MemoryLogger) {
    var options = AppOptions()
    options.network = network
    options.networkClock = clock
    var context = AppContext.test()
    let logger = MemoryLogger(level: .debug)
    context.logger = logger
    return (AppNetwork(options, context).features(), logger)
  }

  @Test("A request says which app asks, and is logged without what was asked for")
  func identity() async throws {
    try await withServer { _ in
      ServerReply(body: "[]")
    } run: { server in
      let (client, logger) = client()
      let url = server.url("/books/secret.json?key=secret")
      let answer = try await client.send(HTTPRequest(url: url))
      #expect(try await answer.body.collect(upTo: 2) == Data("[]".utf8))
      let agent = try await server.request(1).fields[.userAgent]
      #expect(agent == "\(AppIdentity.app.name)/\(AppVersion.current)")
      let lines = logger.lines.joined(separator: "\n")
      #expect(lines.contains("/books/….json?key=… 200, 2 bytes"))
      #expect(!lines.contains("secret"))
    }
  }

  @Test(
    "The log shows the first part of a path, and what a service does",
    arguments: [
      ("/", "/"), ("/search.json", "/search.json"), ("/works/OL45W.json", "/works/….json"),
      ("/b/id/1-M.jpg", "/b/….jpg"), ("/isbn/978.1234", "/isbn/…"), ("/OL45W", "/…"),
      ("/works/a/", "/works/…"), ("//", "/…"),
    ])
  func shownPath(_ path: String, shown: String) {
    #expect(AppNetwork.shownPath(path) == shown)
  }

  @Test("A server that is overloaded for a moment is asked again, after the time that it wants")
  func retry() async throws {
    try await withServer { request in
      request.number == 1
        ? ServerReply(status: .serviceUnavailable, fields: [.retryAfter: "3"]) : ServerReply()
    } run: { server in
      let answer = try await client().0.send(HTTPRequest(url: server.url()))
      #expect(answer.response.status == .ok)
      #expect(server.requests.count == 2)
      #expect(clock.sleeps.reduce(.zero, +) >= .seconds(3))
    }
  }

  @Test("A person does not wait longer than a few seconds for a server that asks for more")
  func longRetryAfter() async throws {
    try await withServer { _ in
      ServerReply(status: .serviceUnavailable, fields: [.retryAfter: "60"])
    } run: { server in
      let client = client().0
      // The next request is not sent, and doesn't wait either.
      for _ in 0..<2 {
        let answer = try await client.send(HTTPRequest(url: server.url()))
        #expect(answer.response.status == .serviceUnavailable)
        #expect(server.requests.count == 1)
      }
      #expect(clock.sleeps.isEmpty)
    }
  }

  @Test("Many requests to one host wait for each other")
  func rate() async throws {
    try await withServer { _ in
      ServerReply()
    } run: { server in
      let client = client().0
      for _ in 0..<10 { _ = try await client.send(HTTPRequest(url: server.url())) }
      #expect(clock.sleeps.isEmpty)
      for _ in 0..<4 { _ = try await client.send(HTTPRequest(url: server.url())) }
      #expect(!clock.sleeps.isEmpty)
    }
  }

  @Test("An app without a network answers at once that it is offline; no request waits")
  func offline() async throws {
    let client = client(over: nil).0
    let url = try #require(URL(string: "https://example.org"))
    for _ in 0..<40 {
      await #expect(throws: HTTPError.offline) { try await client.send(HTTPRequest(url: url)) }
    }
    #expect(clock.sleeps.isEmpty)
  }

  @Test("The program has the machine's network, unless it changes no data")
  func launch() {
    #expect(AppOptions(LaunchOptions()).network != nil)
    #expect(AppOptions(LaunchOptions(isEphemeral: true)).network == nil)
    #expect(AppOptions.crawl.network == nil)
  }
}
