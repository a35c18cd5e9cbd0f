import Catalogue
import Core
import Services
import TestKit
import Testing

@testable import Books

@Suite("A list of a catalogue that grows by pages") @MainActor
struct PagedListTests {
  private let context = AppContext.test()

  private func services(_ selection: CatalogueSelection? = nil) -> BooksServices {
    BooksServices(
      selection: selection ?? CatalogueSelection(only: RecordingCatalogue(), context: context),
      library: LibraryScene().library)
  }

  private func book(_ number: Int) -> CatalogueBook {
    CatalogueBook(reference: .test("\(number)"), title: "Book \(number)")
  }

  @Test("The beginning of a list that has grown is not looked up again")
  func grown() async {
    var works: [String] = []
    let list = BookListViewModel.Pages(
      services: services(), key: \.reference,
      inBackground: { name, _ in
        works.append(name)
        return nil
      },
      load: { _, offset throws(CatalogueError) in
        Page(
          items: [book(offset)], total: 3, next: offset + 1,
          origin: .earlier(seconds: 60, because: nil))
      })
    await list.reload()
    await list.appearance?()
    #expect(works == ["look the list up again"])
    await list.loadMore()
    await list.appearance?()
    #expect(works.count == 1 && list.items.map(\.title) == ["Book 0", "Book 1"])
  }

  @Test("A list that grows while its marks are read keeps all its books")
  func growsEarly() async {
    let catalogue = RecordingCatalogue(earlier: RecordingCatalogue())
    let selection = CatalogueSelection(only: catalogue, context: context)
    let gate = Gate()
    var works: [AppearanceWork] = []
    let list = BookListViewModel.Pages(
      services: services(selection), key: \.reference,
      inBackground: { _, work in
        works.append(work)
        return nil
      },
      load: { _, offset throws(CatalogueError) in
        if offset == 1 { await gate.wait() }
        return Page(
          items: [book(offset)], total: 2, next: offset == 0 ? 1 : nil,
          origin: .earlier(seconds: 60, because: nil))
      })
    var more: Task<Void, Never>?
    list.onPage = {
      if more == nil { more = Task.immediate { await list.loadMore() } }
    }
    await list.reload()
    gate.open()
    await more?.value
    for work in works { await work() }
    #expect(list.items.map(\.title) == ["Book 0", "Book 1"])
  }

  @Test("A list has at least as many books as it shows, whatever total the catalogue announces")
  func total() async {
    let list = BookListViewModel.Pages(services: services(), key: \.reference) {
      _, offset throws(CatalogueError) in
      Page(items: [book(offset), book(offset + 1)], total: 1, next: nil)
    }
    await list.reload()
    #expect(list.total == 2)
  }

  @Test("An author's page shows the author of the catalogue that was chosen meanwhile")
  func author() async throws {
    let selection = CatalogueSelection(context: context, store: MemoryKeyValueStore()) {
      choice, _ in
      RecordingCatalogue(authors: [
        CatalogueAuthor(key: "lem", name: choice.source == .local ? "Lem" : "Stanisław Lem")
      ])
    }
    let model = AuthorViewModel(key: "lem", services: services(selection))
    await model.appear()
    #expect(model.author?.name == "Lem")
    try await selection.choose(.openLibrary)
    await model.appear()
    #expect(model.author?.name == "Stanisław Lem")
  }
}
