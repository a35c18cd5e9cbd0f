import Core
import LocalCatalogue
import Services
import TestKit
import Testing

@testable import Books

@Suite("A shelf with an unreadable book") @MainActor
struct DamagedListTests {
  private let file: DamagedFile

  init() throws { file = try DamagedFile() }

  @Test("A shelf lists and selects the books after an unreadable one, also those not loaded yet")
  func more() async throws {
    let stores = DatabaseLibraryStores(try file.database())
    for number in 1...45 {
      try await stores.store(of: .guest).save(.sample(number, on: [.read]))
    }
    try file.damage("UPDATE library_entries SET authors = '[1]' WHERE id = 'entry-44'")
    let context = AppContext.test()
    let feature = BooksFeature.make(
      selection: CatalogueSelection(only: DatabaseCatalogue.ofTests, context: context),
      stores: stores, context: context)
    await withApp({ AppSession(context: context, features: [feature], layout: .compact) }) { app in
      await app.open("booksapp://shelves/read")
      #expect(app.rows.count == 19)
      await app.tap("Select", "20")
      for count in [39, 44] {
        await app.tap("more")
        #expect(app.rows.count == count)
      }
      #expect(app.rows.last == "Book 1" && app.content.action("more") == nil)
      let selected = app.content.rows.indices.filter { app.content.rows[$0].badge == "selected" }
      #expect(selected == [19])
    }
  }

  @Test("An endless name of a shelf is shortened")
  func endlessName() async throws {
    let store = try file.store()
    for (marks, kept) in [(959, 960), (960, 60)] {
      let shelf = Shelf(id: "own", name: "e" + String(repeating: "\u{301}", count: marks))
      try await store.change("testing") { records throws(StorageError) in try records.save(shelf) }
      #expect(try await store.ownShelves().map(\.name.unicodeScalars.count) == [kept])
    }
  }
}
