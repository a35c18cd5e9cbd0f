// Needs: Books

import Core
import Foundation
import HTTP
import Services
import TestKit
import Testing

@testable import AppComposition

/// A server that refuses the same searches as Open Library.
@Suite("Searches that a catalogue refuses", .timeLimit(.minutes(60)))
@MainActor struct RefusedSearchTests {
  /// Whether Open Library answers 422 (openlibrary, `validate_search_json_query`).
  nonisolated private static func isRefused(_ request: ServerRequest) -> Bool {
    guard request.path == "/search.json", let text = request.query["q"] else { return false }
    return (1..<3).contains(text.unicodeScalars.count) || text.lowercased() == "the"
  }

  private func run(
    _ body: (NetworkedApp, LoopbackServer) async throws -> Void
  ) async throws {
    let disk = try Disk()
    let library = FaultyServer()
    try await withServer { request in
      Self.isRefused(request)
        ? ServerReply(status: .init(code: 422), body: "{}") : library.reply(to: request)
    } run: { server in
      let app = try await NetworkedApp(disk, server.url())
      try await body(app, server)
      await app.end()
    }
  }

  @Test(
    "A refused search says so and is asked once, and the catalogue still answers other searches",
    arguments: ["x", "The"])
  func refused(_ words: String) async throws {
    try await run { app, server in
      #expect(await app.search(words) == [])
      #expect(app.driver.content.status == FaultMessage.refused(422).status)
      #expect(app.driver.content.action("retry") == nil)
      #expect(await app.search("dune") == [FaultyServer.title("dune")])
      #expect(app.notices() == [])
      #expect(server.requests.count { $0.query["q"] == words } == 1)
    }
  }

  @Test("A stored search that is refused since is shown with the reason, and is no outage")
  func refusedSince() async throws {
    let disk = try Disk()
    let library = FaultyServer()
    try await withServer(library.reply) { server in
      let app = try await NetworkedApp(disk, server.url())
      #expect(await app.search("dune") == [FaultyServer.title("dune")])
      library.fault = { _ in ServerReply(status: .init(code: 422), body: "{}") }
      #expect(await app.search("dune") == [FaultyServer.title("dune")])
      #expect(app.driver.text.contains("the catalogue refuses this search now."))
      #expect(app.notices() == [])
      await app.end()
    }
  }

  @Test("Two characters find books by their titles", arguments: ["it", "三国"])
  func twoCharacters(_ words: String) async throws {
    try await run { app, _ in
      #expect(await app.search(words) == [FaultyServer.title("title:(\(words))")])
      #expect(app.notices() == [])
    }
  }
}
