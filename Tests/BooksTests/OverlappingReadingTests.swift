import Catalogue
import Core
import Services
import TestKit
import Testing

@testable import Books

@Suite("Readings of the library that overlap") @MainActor
struct OverlappingReadingTests {
  private let scene = LibraryScene()
  private let hook = Hook()
  private let services: BooksServices

  init() {
    var stores = HookedLibraryStores(stores: scene.stores) {}
    stores.afterReading = { [hook] operation in
      // Not after the list of changes, which is read first.
      if operation != "reading the last changes" { await hook.run() }
    }
    services = BooksServices(
      selection: CatalogueSelection(only: RecordingCatalogue(), context: AppContext.test()),
      library: Library(
        stores: stores, owner: scene.owner, clock: scene.clock, identifiers: UniqueIdentifiers()))
  }

  @Test("An older reading of the shelves does not replace a newer one")
  func shelves() async {
    let model = ShelvesViewModel(services: services)
    hook.body = { [scene] in
      try? await scene.store.save(.sample(1, on: [.read]))
      await model.load()
    }
    await model.load()
    #expect(model.counts == [.read: 1])
  }

  @Test("An older reading of the statistics does not replace a newer one")
  func statistics() async {
    let model = StatisticsViewModel(services: services)
    let entry = LibraryEntry.reading(1, finished: "2026-01-02")
    hook.body = { [scene] in
      try? await scene.store.save(entry)
      await model.load()
    }
    await model.load()
    #expect(model.statistics?.years[2026]?.total.books == 1)
  }

  @Test("An older reading of a shelf does not replace a newer one")
  func shelf() async {
    let model = ShelfViewModel(.read, services: services)
    hook.body = { [scene] in
      try? await scene.store.save(.sample(1, on: [.read]))
      await model.reload()
    }
    await model.reload()
    #expect(model.entries.map(\.id) == ["entry-1"] && model.total == 1)
  }

  @Test("An older reading of a book's page does not replace a newer one")
  func book() async throws {
    try await scene.store.save(.sample(1))
    let model = BookDetailViewModel(.entry("entry-1"), services: services)
    hook.body = { [scene] in
      var rated = LibraryEntry.sample(1)
      rated.rating = 4
      try? await scene.store.save(rated)
      await model.readLibrary()
    }
    await model.readLibrary()
    #expect(model.entry?.rating == 4)
  }

  @Test("A book's page shows what an undo has left, also if a reading began before it")
  func undo() async throws {
    try await scene.store.save(.sample(1))
    let model = BookDetailViewModel(.entry("entry-1"), services: services)
    await model.load()
    await model.rate(4, model.entry)
    hook.body = { await model.step(.undo) }
    await model.appear()
    #expect(model.entry == .sample(1))
    guard case .stepped(.undo, _, isOfThisPage: true) = model.result else {
      Issue.record("\(String(describing: model.result))")
      return
    }
  }

  @Test("A page that comes while the marks are read again keeps its marks")
  func marks() async throws {
    for number in 0...1 { try await scene.store.save(.sample(number, reference: "\(number)")) }
    let list = BookListViewModel(services: services) { _, offset throws(CatalogueError) in
      let book = CatalogueBook(reference: .test("\(offset)"), title: "Book \(offset)")
      return Page(items: [book], total: 2, next: offset == 0 ? 1 : nil)
    }
    await list.appear()
    #expect(list.marks.count == 1)
    hook.body = { await list.pages.loadMore() }
    await list.appear()
    #expect(list.books.count == 2 && list.marks.count == 2)
  }
}
