// Needs: Books, Onboarding

import AppComposition
import Core
import Foundation
import HTTP
import Services
import TestKit
import Testing

@Suite("Books from a server", .timeLimit(.minutes(60)))
@MainActor struct RemoteBooksTests {
  private let disk: Disk
  private let library: OpenLibraryServer

  init() throws {
    disk = try Disk()
    library = try OpenLibraryServer()
  }

  @Test("An earlier answer is shown at once, and looked up again in the background")
  func earlier() async throws {
    try await withOnlineApp(disk, library.reply) { app, _, _ in
      await app.tab("Search")
      await app.tap("search", "hobbit")
      await app.session.settleAll()
      #expect(app.rows == ["The Hobbit"] && !app.text.contains("This is from"))
      library.variations = [.slow]
      await app.tap("search", "hobbit")
      #expect(app.rows == ["The Hobbit"])
      #expect(app.text.contains("This is from a moment ago, and is being looked up again."))
      library.gate.open()
      await app.session.settleAll()
      #expect(app.rows == ["The Hobbit"] && !app.text.contains("This is from"))
      await app.choose("The Hobbit")
      #expect(app.text.contains("A hobbit leaves home"))
    }
  }

  @Test("Without the server, what was seen before says how old it is")
  func offline() async throws {
    let first = try await withServer(library.reply) { server in
      let online = try await OnlineWorld(disk, server)
      let app = await online.window(disk)
      await app.tab("Search")
      await app.tap("search", "hobbit")
      await app.choose("The Hobbit")
      await disk.end(app)
      online.world.close()
      return server
    }
    let online = try await OnlineWorld(disk, first)
    let app = await online.window(disk)
    #expect(app.title == "The Hobbit" && app.text.contains("A hobbit leaves home"))
    await app.back()
    await app.session.settleAll()
    #expect(app.rows == ["The Hobbit"])
    #expect(app.text.contains("This is from a moment ago: the catalogue does not answer."))
    await app.choose("The Hobbit")
    await app.session.settleAll()
    #expect(app.text.contains("A hobbit leaves home"))
    #expect(app.text.contains("This is from a moment ago: the catalogue does not answer."))
    await app.back()
    await app.tap("search", "moby dick")
    #expect(app.rows == ["Moby-Dick; or, The Whale"])
    #expect(app.text.contains("From this machine: the chosen catalogue does not answer."))
    await disk.end(app)
    online.world.close()
  }

  @Test("The app notices by itself that the server is back, and shows its books")
  func noticesReturn() async throws {
    try await withOnlineApp(disk, library.reply) { app, online, _ in
      await app.tab("Search")
      // Also after a second outage.
      for words in ["collected letters", "letters collected"] {
        await app.session.settleAll()
        library.variations = [.unavailable]
        await app.tap("search", words)
        #expect(app.rows.isEmpty && app.content.action("retry") != nil)
        library.variations = []
        await online.passUntilAskedAgain()
        await app.until { app.rows.first == "Collected Letters, Volume 1" }
        #expect(app.content.action("retry") == nil)
      }
    }
  }

  @Test("When the server is back, editions that were seen before are looked up again")
  func editionsAfterReturn() async throws {
    try await withOnlineApp(disk, library.reply) { app, online, _ in
      await app.open("booksapp://books/OL3W")
      await app.session.settleAll()
      await app.tap("want")
      await app.tap("edition")
      await app.back()
      library.variations = [.unavailable]
      await app.tap("edition")
      await app.session.settleAll()
      #expect(app.text.contains("the catalogue does not answer"))
      library.variations = []
      await online.passUntilAskedAgain()
      await app.until { !app.text.contains("This is from") }
      #expect(app.rows.count == 2)
    }
  }

  @Test("A server that allows stale answers for a while is waited for all the same")
  func staleWhileRevalidate() async throws {
    let library = library
    try await withOnlineApp(disk) { request in
      var reply = library.reply(to: request)
      reply.fields[.cacheControl] = "max-age=0, stale-while-revalidate=86400"
      return reply
    } run: { app, _, _ in
      await app.tab("Search")
      for _ in 0..<2 {
        await app.tap("search", "hobbit")
        await app.session.settleAll()
        #expect(app.rows == ["The Hobbit"] && !app.text.contains("This is from"))
      }
    }
  }

  @Test("The next page is loaded before it is asked for")
  func nextPage() async throws {
    try await withOnlineApp(disk, library.reply) { app, _, server in
      await app.tab("Search")
      await app.tap("search", "letters")
      #expect(app.rows.count == 20)
      await app.session.settleAll()
      let count = server.requests.count { $0.query["offset"] == "20" }
      #expect(count == 1)
      library.variations = [.slow]
      await app.tap("more")
      #expect(app.rows.count > 20)
      #expect(server.requests.count { $0.query["offset"] == "20" } == 1)
      library.gate.open()
      library.variations = []
      // What was loaded for the list before is not part of a newer one.
      await app.tap("search", "letters volume")
      await app.session.settleAll()
      await app.tap("sort", "newest")
      await app.tap("more")
      #expect(app.rows.dropFirst(20).first == "Collected Letters, Volume 40")
    }
  }

  @Test("A newer search ends the older one, also on the wire")
  func newerSearch() async throws {
    try await withOnlineApp(disk, library.reply) { app, _, server in
      await app.tab("Search")
      await app.session.settleAll()
      library.variations = [.slow]
      async let older: Void = app.tap("search", "hobbit")
      let request = try await server.first { traffic in
        traffic.requests.first { $0.query["q"] == "hobbit" }
      }
      library.variations = []
      await app.tap("search", "solaris")
      await older
      try await server.end(ofConnection: request.connection)
      #expect(app.rows == ["Solaris"])
      library.gate.open()
    }
  }

  @Test("A newer search ends one with filters, also on the wire")
  func newerThanFilters() async throws {
    try await withOnlineApp(disk, library.reply) { app, _, server in
      await app.tab("Search")
      await app.tap("filter")
      await app.fill("words", "hobbit")
      await app.session.settleAll()
      library.variations = [.slow]
      async let older: Void = app.tap("apply")
      let request = try await server.first { traffic in
        traffic.requests.first { $0.query["q"] == "hobbit" }
      }
      library.variations = []
      await app.tap("search", "solaris")
      await older
      try await server.end(ofConnection: request.connection)
      #expect(app.rows == ["Solaris"])
      library.gate.open()
    }
  }

  @Test("The reader's edition is chosen from those of the catalogue, and can be undone")
  func editions() async throws {
    try await withOnlineApp(disk, library.reply) { app, _, _ in
      await app.tab("Search")
      await app.tap("search", "война")
      await app.choose("Война и мир")
      #expect(!app.content.actions.contains { $0.id == "edition" })
      await app.tap("want")
      await app.tap("edition")
      #expect(app.session.snapshot.panes.last?.kind == "Editions")
      #expect(app.rows == ["Война и мир", "War and Peace"])
      await app.choose("War and Peace")
      #expect(app.title == "War and Peace" && app.content.subtitle == "Война и мир")
      await app.tap("undo")
      #expect(app.title == "Война и мир" && app.notice == "Undone: saved changes.")
    }
  }

  @Test("Editions that were seen before are shown at once, and looked up again in the background")
  func editionsAgain() async throws {
    try await withOnlineApp(disk, library.reply) { app, _, _ in
      await app.open("booksapp://books/OL3W")
      await app.session.settleAll()
      await app.tap("want")
      await app.tap("edition")
      #expect(app.rows.count == 2 && !app.text.contains("This is from"))
      await app.back()
      library.variations = [.slow]
      await app.tap("edition")
      #expect(app.rows.count == 2)
      #expect(app.text.contains("This is from a moment ago, and is being looked up again."))
      library.gate.open()
      await app.session.settleAll()
      #expect(app.rows.count == 2 && !app.text.contains("This is from"))
      await app.back()
      library.variations = [.unavailable]
      await app.tap("edition")
      await app.session.settleAll()
      #expect(app.rows.count == 2 && app.text.contains("This is from"))
    }
  }
}
