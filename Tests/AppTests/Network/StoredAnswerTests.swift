// Needs: Books

import Catalogue
import Core
import Foundation
import HTTP
import TestKit
import Testing

@testable import AppComposition

@Suite("Stored answers of a catalogue that is away", .timeLimit(.minutes(60)))
@MainActor struct StoredAnswerTests {
  private let query = BookQuery(words: "kept")

  @Test("A refusal is told with the server's own status", arguments: [403, 429, 500])
  func refused(_ status: Int) async throws {
    let disk = try Disk()
    let library = FaultyServer()
    try await withServer(library.reply) { server in
      let cached = try OnlineCatalogue(disk, server.url())
      _ = try await cached.catalogue.search(query, offset: 0, limit: 20)
      library.fault = { _ in ServerReply(status: .init(code: status)) }
      let page = try await cached.catalogue.search(query, offset: 0, limit: 20)
      #expect(page.items.map(\.title) == [FaultyServer.title("kept")])
      var problem: CatalogueError?
      if case .earlier(_, because: let reason) = page.origin { problem = reason }
      #expect(problem == .unavailable(status: status))
      cached.close()
    }
  }

  @Test(
    "An answer that must be revalidated is not shown offline, and the reason is that of the connection",
    arguments: ["max-age=0, must-revalidate", "no-cache"])
  func mustRevalidate(_ control: String) async throws {
    let disk = try Disk()
    let library = FaultyServer()
    try await withServer { [library] request in
      var reply = library.reply(to: request)
      reply.fields[.cacheControl] = control
      return reply
    } run: { server in
      let cached = try OnlineCatalogue(disk, server.url())
      _ = try await cached.catalogue.search(query, offset: 0, limit: 20)
      library.fault = { _ in .misbehaving(.connection(.closesAtOnce)) }
      await #expect(throws: CatalogueError.interrupted) {
        try await cached.catalogue.search(query, offset: 0, limit: 20)
      }
      cached.close()
    }
  }

  @Test("An author who is stored and fresh does not say that the server answers again")
  func fresh() async throws {
    let disk = try Disk()
    let library = FaultyServer()
    try await withServer { [library] request in
      var reply = library.reply(to: request)
      reply.fields[.cacheControl] = "max-age=3600"
      return reply
    } run: { server in
      let app = try await NetworkedApp(disk, server.url())
      await app.driver.open("booksapp://authors/OL7A")
      await app.driver.session.settleAll()
      #expect(app.driver.title == "An Author")
      await app.driver.back()
      library.fault = { _ in .misbehaving(.connection(.closesAtOnce)) }
      _ = await app.search("zzz")
      #expect(app.notices() == [FaultMessage.interrupted.notice(at: server.port)])
      await app.driver.open("booksapp://authors/OL7A")
      await app.driver.session.settleAll()
      #expect(app.driver.title == "An Author" && app.notices() == [])
      await app.end()
    }
  }
}
