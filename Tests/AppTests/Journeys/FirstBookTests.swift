// Needs: Books

import Core
import Services
import AppComposition
import TestKit
import Testing

/// The sample of the README.
@Suite("The README's sample")
@MainActor struct FirstBookTests {
  @Test("A person finds a book, shelves it and rates it")
  func firstBook() async {
    await withApp(Worlds.compact) { app in
      await app.tab("Search")
      await app.tap("search", "the hobbit")
      await app.choose("The Hobbit")
      await app.tap("start")
      #expect(app.notice == "Added to “Reading”.")
      await app.tap("rate", "5")
      await app.back()
      #expect(app.content.rows.first?.badge == "★★★★★")
    }
  }
}
