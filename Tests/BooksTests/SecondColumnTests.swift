import Catalogue
import Services
import Core
import LocalCatalogue
import TestKit
import Testing

@testable import Books

@Suite("The row of the book shown beside its list is marked")
@MainActor struct SecondColumnTests {
  @Test("A row of the catalogue's list is marked until the second column is empty")
  func search() async {
    await withTab(SearchCoordinator.init) { app in
      await app.tap("search", "dune")
      #expect(app.marked == [])
      await app.choose("Dune")
      #expect(app.marked == ["Dune"])
      await app.tap("search", "emma")
      #expect(app.marked == [])
      await app.choose("Emma")
      #expect(app.marked == ["Emma"])
      await app.choose("Jane Austen")
      #expect(app.session.snapshot.panes.map(\.content.title) == ["Search", "Jane Austen"])
      #expect(app.marked == ["Emma"])
      await app.back()
      #expect(app.marked == ["Emma"])
      await app.back()
      #expect(app.marked == [])
    }
  }

  @Test("Rows are marked in a list on top of another list, and in the other list")
  func subject() async {
    await withTab(DiscoverCoordinator.init) { app in
      await app.choose("Science fiction")
      let book = app.rows[0]
      await app.choose(book)
      #expect(app.marked == [book])
      await app.home()
      #expect(app.marked == [])
    }
  }

  @Test("A row of a shelf is marked, even if the book was shown before the shelf")
  func shelf() async {
    await withTab(ShelvesCoordinator.init) { app in
      await app.tap("add")
      await app.fill("title", "Letters")
      await app.tap("save")
      #expect(app.title == "Letters")
      await app.choose("Want to read")
      #expect(app.marked == ["Letters"])
      await app.back()
      #expect(app.marked == [])
      await app.choose("Letters")
      #expect(app.marked == ["Letters"])
      await app.home()
      #expect(app.marked == [])
    }
  }

  @Test("The list shows changes of the book beside it at once")
  func refreshed() async {
    await withTab(SearchCoordinator.init) { app in
      await app.tap("search", "dune")
      await app.choose("Dune")
      await app.tap("start")
      let badges = app.session.snapshot.panes.first?.content.rows.map(\.badge)
      #expect(badges?.first == "Reading")
    }
    await withTab(ShelvesCoordinator.init) { app in
      await app.tap("add")
      await app.fill("title", "Letters")
      await app.tap("save")
      await app.choose("Want to read")
      await app.choose("Letters")
      await app.tap("remove")
      #expect(app.session.snapshot.panes.first?.content.rows == [])
    }
  }

  @Test("A restored book marks its row; a screen on top of it does not")
  func restored() async throws {
    try await withTab(DiscoverCoordinator.init) { app in
      let keys = app.content.rows.compactMap { BookRow.book.value(of: $0.id) }
      let titles = app.content.rows.suffix(keys.count).map(\.title)
      let tab = try #require(app.tab)
      #expect(
        await tab.show(BooksPlace.book(CatalogueReference(source: "embedded", key: keys[0])).route)
          == .shown)
      #expect(
        await tab.show(BooksPlace.book(CatalogueReference(source: "embedded", key: keys[1])).route)
          == .shown)
      await app.session.settle()
      #expect(app.title == titles[1])
      #expect(app.marked == [titles[0]])
    }
  }

  @Test("In the compact layout no row is marked")
  func compact() async {
    await withTab(SearchCoordinator.init, layout: .compact) { app in
      await app.tap("search", "dune")
      await app.choose("Dune")
      await app.back()
      #expect(app.marked == [])
    }
  }

  private func withTab(
    _ make: (BooksServices) -> BrowsingCoordinator, layout: WidthClass = .wide,
    _ body: (AppDriver) async throws -> Void
  ) async rethrows {
    let context = AppContext.test()
    let library = Library(
      stores: MemoryLibraryStores(), owner: context.owner, clock: context.clock,
      identifiers: context.identifiers)
    let selection = CatalogueSelection(only: DatabaseCatalogue.ofTests, context: context)
    let services = BooksServices(selection: selection, library: library)
    try await withApp({ .solo(make(services), context: context, layout: layout) }, body)
  }
}

extension AppDriver {
  /// The titles of the marked rows of the first column.
  fileprivate var marked: [String] {
    session.snapshot.panes.first?.content.rows.filter(\.isSelected).map(\.title) ?? []
  }

  /// The tested tab.
  fileprivate var tab: BrowsingCoordinator? {
    session.navigation.tree.visible.first.flatMap { session.navigation.owner(of: $0) }
      as? BrowsingCoordinator
  }
}
