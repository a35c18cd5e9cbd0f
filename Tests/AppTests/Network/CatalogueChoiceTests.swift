// Needs: Auth, Books, Membership, Onboarding

import AppComposition
import Catalogue
import Core
import Foundation
import HTTP
import Services
import TestKit
import Testing

@Suite("The choice of a catalogue", .timeLimit(.minutes(60)))
@MainActor struct CatalogueChoiceTests {
  private static let cover = "https://covers.openlibrary.org/b/id/1001-M.jpg?default=false"
  /// Parts of the addresses of what a reader has looked up.
  private static let answered = ["q=collected", "/b/id/"]

  private let disk: Disk
  private let library: OpenLibraryServer

  init() throws {
    disk = try Disk()
    library = try OpenLibraryServer()
  }

  @Test("A choice of a catalogue holds at once, says who is asked, and is remembered")
  func remembered() async throws {
    try await withServer(library.reply) { server in
      let online = try await OnlineWorld(disk)
      let app = await online.window(disk)
      await app.tab("Search")
      await app.tap("search", "collected letters")
      #expect(app.rows.isEmpty && server.traffic.connections == 0)
      await app.tab("Account")
      await app.choose("Catalogue")
      #expect(app.rows == ["On this machine", "At Open Library"])
      await app.tap("server", server.url().absoluteString)
      #expect(app.notice == "Books are looked up at http://127.0.0.1:\(server.port).")
      await app.tap("contact", "reader@example.org")
      await app.tab("Search")
      await app.session.settleAll()
      #expect(app.rows.first == "Collected Letters, Volume 1")
      #expect(server.requests.last?.fields[.userAgent]?.hasSuffix("(reader@example.org)") == true)
      await disk.end(app)
      online.world.close()

      let later = try await OnlineWorld(disk)
      let again = await later.window(disk)
      await again.tab("Search")
      await again.tap("search", "collected letters volume")
      #expect(again.rows.first == "Collected Letters, Volume 1")
      await again.tab("Account")
      await again.choose("On this machine")
      await again.tab("Search")
      #expect(again.rows.isEmpty)
      await disk.end(again)
      later.world.close()
    }
  }

  @Test(
    "An address that can't be asked is refused, the choice stays, and the input is kept",
    arguments: [
      "books.example", "ftp://a.example", "file:///etc/passwd", "https://me:secret@a.example",
      "http://", "https://a.example/api", "https://a.example/?key=1",
      "https://" + String(repeating: "a", count: 200), "http://xn--a",
      "https://a.example:65536", "https://a.example:18446744073709551617",
    ])
  func address(_ text: String) async throws {
    let online = try await OnlineWorld(disk)
    let app = await online.window(disk)
    await app.tab("Account")
    await app.choose("Catalogue")
    await app.tap("server", text)
    #expect(app.notice?.hasPrefix("Enter an address such as https://books.example") == true)
    #expect(app.rows == ["On this machine", "At Open Library"])
    #expect(app.content.action("server")?.input?.value == .text(text))
    await app.tap("contact", "a\u{301}b")
    #expect(
      app.notice == "Enter an e-mail or web address: at most 200 printable ASCII characters.")
    #expect(app.content.action("contact")?.input?.value == .text("a\u{301}b"))
    await app.tap("contact", "me@example.org")
    #expect(app.content.action("contact")?.input?.value == .text("me@example.org"))
    #expect(app.content.action("server")?.input?.value == .text(text))
    await disk.end(app)
    online.world.close()
  }

  @Test("A catalogue that is no longer chosen asks its server nothing")
  func closed() async throws {
    try await withServer(library.reply) { server in
      let cached = try OnlineCatalogue(disk, server.url())
      cached.close()
      await #expect(throws: CatalogueError.cancelled) {
        try await cached.catalogue.search(BookQuery(words: "hobbit"), offset: 0, limit: 1)
      }
      #expect(server.traffic.connections == 0)
    }
  }

  @Test("A catalogue that is no longer chosen ends what it still asks")
  func closedMeanwhile() async throws {
    try await withServer({ _ in .wire([.silence]) }) { server in
      let cached = try OnlineCatalogue(disk, server.url())
      let search = Task {
        try await cached.catalogue.search(BookQuery(words: "hobbit"), offset: 0, limit: 1)
      }
      _ = try await server.request(1)
      cached.close()
      await #expect(throws: CatalogueError.cancelled) { try await search.value }
      try await server.end(ofConnection: 1)
    }
  }

  @Test("Each user has a choice and answers of their own, which go with the account")
  func owners() async throws {
    let texts = Self.answered + ["ada@example.org"]
    try await withOnlineApp(disk, isChosen: false, library.reply) { app, online, server in
      await app.tab("Account")
      await app.tap("create")
      await app.createAccount("Ada")
      await app.choose("Catalogue")
      await app.tap("server", server.url().absoluteString)
      await app.tap("contact", "ada@example.org")
      await app.tab("Search")
      await app.tap("search", "collected letters")
      #expect(app.rows.first == "Collected Letters, Volume 1")
      await app.session.settleAll()
      #expect(await online.world.cover(at: Self.cover) == CoverSample.jpeg)
      for text in Self.answered {
        let files = try disk.files(holding: text)
        #expect(!files.isEmpty, "\(text)")
      }
      await app.signOut()
      await app.tab("Search")
      await app.tap("search", "collected letters")
      #expect(app.rows.isEmpty)
      library.variations = [.unavailable]
      await app.tab("Account")
      await app.choose("Catalogue")
      await app.tap("server", server.url().absoluteString)
      await app.tap("contact", "ada@example.org")
      await app.tab("Search")
      await app.tap("search", "collected letters")
      #expect(app.rows.isEmpty, "the answers are Ada's")
      #expect(await online.world.cover(at: Self.cover) == nil, "the cover is Ada's")
      await app.tab("Account")
      await app.tap("remove-contact")
      await app.home()
      await app.tap("sign-in")
      await app.signIn("Ada")
      await app.tab("Account")
      await app.home()
      await app.tap("delete")
      await app.fill("confirmation", "ada@example.org")
      await app.tap("delete")
      // Before the databases are closed, which empties their logs.
      for text in texts {
        let files = try disk.files(holding: text)
        #expect(files == [], "\(text)")
      }
    }
    for text in texts { #expect(try disk.files(holding: text) == [], "\(text)") }
  }
}
