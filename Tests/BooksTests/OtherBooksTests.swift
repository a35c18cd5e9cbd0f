import Catalogue
import Core
import Services
import TestKit
import Testing

@testable import Books

@Suite("A catalogue on this machine that gets other books")
@MainActor struct OtherBooksTests {
  private let context = AppContext.test()

  @Test("A list of the books before is outdated")
  func list() async {
    let selection = CatalogueSelection(only: RecordingCatalogue(), context: context)
    let services = BooksServices(selection: selection, library: LibraryScene().library)
    let list = BookListViewModel.Pages(services: services, key: \.reference) {
      catalogue, _ throws(CatalogueError) in
      try await catalogue.featured()
    }
    await list.reload()
    #expect(!list.isDue)
    selection.noteOtherBooks()
    #expect(list.isDue)
  }

  @Test("A stored choice that is read meanwhile is used")
  func whileReading() async throws {
    let (store, gate) = (FaultyKeyValueStore(), Gate())
    func selection() -> CatalogueSelection {
      CatalogueSelection(context: context, store: store) { _, _ in RecordingCatalogue() }
    }
    try await selection().choose(.openLibrary)
    let next = selection()
    store.holdReading(gate)
    let loading = Task { await next.load() }
    await gate.arrived()
    next.noteOtherBooks()
    gate.open()
    _ = await loading.value
    #expect(next.choice == CatalogueChoice(.openLibrary))
  }
}
