import Catalogue
import Services
import Core
import Observation

/// The books on one shelf.
@MainActor @Observable final class ShelfViewModel {
  /// What a library has of the shelf.
  private struct LoadedShelf {
    /// Nil when the library has no such shelf.
    let shelf: Shelf?
    var page: Page<LibraryEntry>
  }

  private(set) var problem: StorageError?
  private(set) var undone = false
  /// What the books are narrowed down by, as it was typed; empty for nothing.
  private(set) var filter = ""
  private var loaded: LoadedShelf?

  @ObservationIgnored private let asked: Shelf
  @ObservationIgnored private let library: Library
  @ObservationIgnored private let secondColumn: SecondColumn?

  init(_ shelf: Shelf, services: BooksServices, beside secondColumn: SecondColumn? = nil) {
    self.secondColumn = secondColumn
    library = services.library
    asked = shelf
  }

  /// The shelf, or nil when the reader has no such shelf.
  var shelf: Shelf? { loaded == nil ? asked : loaded?.shelf }
  /// The books, as far as they were read.
  var entries: [LibraryEntry] { page?.items ?? [] }
  /// The number of all books on the shelf that the filter lets through.
  var total: Int { page?.total ?? 0 }
  var hasMore: Bool { page?.next != nil }
  /// The entry whose page stands beside the list.
  var shownEntry: LibraryEntry.ID? { secondColumn?.entry }
  var lastChange: LibraryChange? { library.lastChange }

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
    if let next = page?.next { await read(from: next, count: BookListViewModel.pageSize) }
  }

  /// Shows the books that have these words in a title or an author's name.
  func filter(by words: String) async {
    filter = words
    undone = false
    await read(from: 0, count: BookListViewModel.pageSize)
  }

  func undo() async {
    var failure: StorageError?
    do throws(StorageError) { undone = try await library.undo() != nil } catch { failure = error }
    await read(from: 0, count: max(entries.count + 1, BookListViewModel.pageSize))
    // That the shelf can be read does not mean that anything was undone.
    if let failure { (undone, problem) = (false, failure) }
  }

  private var page: Page<LibraryEntry>? { loaded?.page }

  private func read(from offset: Int, count: Int) async {
    let (asked, words) = (asked, filter)
    do throws(StorageError) {
      var read = try await library.read { store throws(StorageError) in
        let shelf = try await Self.find(asked, in: store)
        let page = try await store.entries(
          on: shelf?.id ?? asked.id, matching: ShelfFilter(words), offset: offset, limit: count)
        return LoadedShelf(shelf: shelf, page: page)
      }
      // The shelf was narrowed down meanwhile: the newer request shows its own answer.
      guard words == filter else { return }
      if offset > 0 {
        read.page.items = entries + read.page.items
      }
      loaded = read
      problem = nil
    } catch {
      problem = error
    }
  }

  /// The shelf in a library; in that of a user who has signed in it may be another one of the same name.
  private static func find(
    _ shelf: Shelf, in store: any LibraryStore
  ) async throws(StorageError) -> Shelf? {
    guard shelf.isOwn else { return shelf }
    let own = try await store.ownShelves()
    return own.first { $0.id == shelf.id } ?? own.first { $0.name == shelf.name }
  }
}
