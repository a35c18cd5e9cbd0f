import Catalogue
import Core
import Services
import TestKit
import Testing

@testable import Books

@Suite("Lists and pages without content") @MainActor
struct EmptyListTests {
  private let scene = BooksScene()

  @Test("An empty list of the catalogue says which books it has none of")
  func lists() async {
    let lem = CatalogueAuthor(key: "lem", name: "Stanisław Lem")
    await withApp({ scene.sessionOver(RecordingCatalogue(authors: [lem])) }) { app in
      await app.tab("Discover")
      #expect(app.content.status == .empty(message: "No books are featured."))
      await app.choose("Adventure")
      #expect(
        app.content.status == .empty(message: "The catalogue has no books on this subject."))
      await app.open("booksapp://authors/lem")
      #expect(app.content.status == .empty(message: "The catalogue has no books by this author."))
    }
  }

  @Test("A book without editions says so")
  func editions() async {
    let services = BooksServices(
      selection: CatalogueSelection(only: RecordingCatalogue(), context: scene.context),
      library: LibraryScene().library)
    let editions = PagedList<CatalogueEdition, String>(services: services, key: \.key) { _, _ in
      .empty
    }
    let screen = EditionsScreen(editions, of: "Dune", onEdition: { _ in })
    #expect(screen.content.status == .loading(nil))
    await editions.reload()
    #expect(
      screen.content.status == .empty(message: "The catalogue has no editions of this book."))
  }

  @Test("A book of which only the title is known says that there are no other details")
  func details() async throws {
    try await scene.guestStore.save(.sample(1))
    await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      #expect(app.text.contains("No other details."))
    }
  }
}
