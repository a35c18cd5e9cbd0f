import Core
import Observation

/// The books on one shelf.
@MainActor @Observable final class ShelfViewModel {
  private(set) var shelf: Shelf
  private(set) var entries: [LibraryEntry] = []
  private(set) var total = 0
  private(set) var problem: StorageError?
  private(set) var undone = false
  private var next: Int?

  @ObservationIgnored private let library: Library
  @ObservationIgnored private let secondColumn: SecondColumn?

  init(_ shelf: Shelf, services: BooksServices, beside secondColumn: SecondColumn? = nil) {
    self.shelf = shelf
    self.secondColumn = secondColumn
    library = services.library
  }

  var hasMore: Bool { next != nil }
  /// The entry whose page stands beside the list.
  var shownEntry: LibraryEntry.ID? { secondColumn?.entry }
  var lastChange: Library.Change? { library.lastChange }

  var appearance: AppearanceWork {
    { [self] in await reload() }
  }

  /// Reads the shelf again, as far as it was read before.
  func reload() async {
    let count = max(entries.count, BookListViewModel.pageSize)
    undone = false
    await read(from: 0, count: count)
  }

  func loadMore() async {
    if let next { await read(from: next, count: BookListViewModel.pageSize) }
  }

  func undo() async {
    undone = (try? await library.undo()) != nil
    await read(from: 0, count: max(entries.count + 1, BookListViewModel.pageSize))
  }

  private func read(from offset: Int, count: Int) async {
    do throws(StorageError) {
      let page = try await library.store.entries(on: shelf.id, offset: offset, limit: count)
      if offset == 0 { entries = [] }
      entries += page.items
      total = page.total
      next = page.next
      problem = nil
    } catch {
      problem = error
    }
  }
}
