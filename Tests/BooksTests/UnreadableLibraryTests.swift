import Services
@testable import Books
import Core
import Foundation
import LocalCatalogue
import TestKit
import Testing

@Suite("A library that can't be read")
@MainActor struct UnreadableLibraryTests {
  private let context = AppContext.test()
  private let library = UnreadableLibrary()

  private func session(_ stores: any LibraryStores) -> AppSession {
    let feature = BooksFeature.make(
      selection: CatalogueSelection(only: DatabaseCatalogue.ofTests, context: context),
      stores: stores, context: context)
    return AppSession(context: context, features: [feature])
  }

  @Test(
    "A link to one of its books is refused with the reason, not as a missing book",
    arguments: ["entries/1", "shelves/own"])
  func links(_ place: String) async {
    await withApp({ session(library.stores) }) { app in
      #expect(
        await app.answer(to: "booksapp://\(place)")
          == .refused(.place(RouteRefusal(PlaceRefusal.storage(.full)))))
      library.repair()
      let answer = await app.answer(to: "booksapp://\(place)")
      #expect(answer != .refused(.place(RouteRefusal(PlaceRefusal.storage(.full)))))
    }
  }

  @Test("A link to a catalogue's book opens, and the screen reports the problem")
  func catalogue() async {
    await withApp({ session(library.stores) }) { app in
      #expect(await app.answer(to: "booksapp://books/dune") == .shown)
      #expect(app.title == "Dune")
      #expect(app.notice == StorageError.full.description)
      #expect(await app.answer(to: "booksapp://books/nothing") != .shown)
    }
  }

  @Test(
    "A book's page that could not read the library says so, and is whole when it can",
    arguments: [StorageError.full, .cancelled], [false, true])
  func book(_ error: StorageError, isRetried: Bool) async throws {
    let unreadable = UnreadableLibrary(error)
    let stores = unreadable.stores
    try await stores.store(of: .guest).save(.sample(1, reference: "dune"))
    let library = Library(
      stores: stores, owner: context.owner, clock: context.clock,
      identifiers: context.identifiers)
    let selection = CatalogueSelection(only: DatabaseCatalogue.ofTests, context: context)
    let model = BookDetailViewModel(
      .entry("entry-1"), services: BooksServices(selection: selection, library: library))
    await model.load()
    let screen = BookDetailScreen.alone(model)
    #expect(
      screen.content.status == .failed(message: "Your library could not be read.", retry: "retry"))
    #expect(screen.content.actions.map(\.id) == ["retry"])
    unreadable.repair()
    if isRetried { await model.load() } else { await model.appear() }
    #expect(model.entry?.id == "entry-1" && model.phase == .ready)
    #expect(screen.content.status == .idle && screen.content.title == "Book 1")
    #expect(screen.content.notice == nil)
  }

  @Test("A shelf that can't be read is not said to be empty")
  func shelf() async throws {
    let services = BooksServices(
      selection: CatalogueSelection(only: DatabaseCatalogue.ofTests, context: context),
      library: Library(
        stores: library.stores, owner: context.owner, clock: context.clock,
        identifiers: context.identifiers))
    let session = AppSession.solo { tab in
      tab.startChild(ShelfCoordinator(.reading, services: services) { _ in })
    }
    await withApp({ session }) { app in
      #expect(app.content.status == .idle && app.notice == StorageError.full.description)
    }
  }

  @Test("A reading of the library that was cancelled leaves no message on a book's page")
  func cancelled() async {
    await withApp({ session(UnreadableLibrary(.cancelled).stores) }) { app in
      #expect(await app.answer(to: "booksapp://books/dune") == .shown)
      #expect(app.title == "Dune" && app.notice == nil)
    }
  }

  @Test("A list of the catalogue says that its badges could not be read, until they can")
  func marks() async {
    await withApp({ session(library.stores) }) { app in
      #expect(app.title == "Discover" && !app.rows.isEmpty)
      #expect(app.notice == StorageError.full.description)
      library.repair()
      await app.tab("Shelves")
      await app.tab("Discover")
      await app.session.settleAll()
      #expect(app.notice == nil)
    }
  }

  @Test("An undo that could not be saved is reported on the shelf")
  func undo() async throws {
    let stores = MemoryLibraryStores()
    let hooked = HookedLibraryStores(stores: stores) { () throws(StorageError) in
      if try await stores.store(of: .guest).count() > 0 { throw .full }
    }
    await withApp({ session(hooked) }) { app in
      await app.open("booksapp://books/dune")
      await app.tap("want")
      await app.open("booksapp://shelves/want-to-read")
      #expect(app.rows == ["Dune"])
      await app.tap("undo")
      #expect(app.notice == StorageError.full.description)
      #expect(app.rows == ["Dune"])
    }
  }
}
