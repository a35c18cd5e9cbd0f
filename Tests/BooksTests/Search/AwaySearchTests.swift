import Catalogue
import Core
import LocalCatalogue
import Services
import TestKit
import Testing

@testable import Books

@Suite("A search in the reader's library while the chosen catalogue is away")
@MainActor struct AwaySearchTests {
  private let scene = BooksScene()

  @Test("A book of the reader's with misspelled words does not hide that the catalogue is away")
  func ownWords() async throws {
    var entry = LibraryEntry.sample(1, on: [.read])
    entry.book = BookCopy(title: "Hobit", authors: [AuthorName(name: "N. N.")])
    try await scene.guestStore.save(entry)
    let catalogue = FallbackCatalogue(
      remote: RecordingCatalogue(failing: .offline), local: DatabaseCatalogue.ofTests, patience: {})
    await withApp({ scene.sessionOver(catalogue) }) { app in
      await app.tab("Search")
      await app.tap("search", "hobit")
      #expect(app.rows == ["Hobit"])
      #expect(
        app.content.status == .offline(message: "The catalogue can't be reached.", retry: "retry"))
      #expect(!app.text.contains("No other books match."))
    }
  }
}
