import Catalogue
import Services
import Observation

/// The books on one shelf.
@MainActor @Observable final class ShelfViewModel {
  /// The result of an action.
  enum Result: Hashable {
    case done(RecordedChange)
    /// A change was undone or redone.
    case stepped(UndoDirection, LibraryChange)
    /// The books were as wanted already.
    case unchanged
    /// Another window has deleted the chosen shelf.
    case gone(Shelf)
    /// The typed positions are not valid.
    case positions(ListPositions.Problem)
    /// Other filters have cleared the selection; or the list no longer has its books, after a sign-in on the way
    /// or a change of another window.
    case deselected
  }

  /// The library's data about the shelf.
  private struct LoadedShelf {
    /// Nil if the library has no such shelf.
    let shelf: Shelf?
    var page: Page<LibraryEntry>
    let order: ShelfOrder
    /// The filters, with this library's version of their shelf.
    let filters: ShelfFilters
  }

  var problem: ShelvesViewModel.Problem?
  /// The name that the shelf was not given, to keep the input.
  var refusedName: String?
  /// The typed positions that selected nothing, to keep the input.
  var refusedPositions: String?
  /// The result of the last action.
  var result: Result?
  /// The typed filters.
  private(set) var filters = ShelfFilters()
  /// The order of the books.
  private(set) var order = ShelfOrder.lastAdded
  /// The selected books.
  var selection: Set<LibraryEntry.ID> = []
  private var loaded: LoadedShelf?

  /// The number of books that the list shows, if the shelf has as many.
  @ObservationIgnored private var shownCount = BookListViewModel.pageSize
  @ObservationIgnored private let asked: Shelf
  @ObservationIgnored let library: Library
  @ObservationIgnored private let secondColumn: SecondColumn?
  @ObservationIgnored private var requests = RequestOrder()

  init(_ shelf: Shelf, services: BooksServices, beside secondColumn: SecondColumn? = nil) {
    self.secondColumn = secondColumn
    library = services.library
    asked = shelf
  }

  /// The shelf, or nil if the library has no such shelf.
  var shelf: Shelf? { loaded == nil ? asked : loaded?.shelf }
  /// Whether the shelf was not loaded yet.
  var isNotLoaded: Bool { loaded == nil }
  /// The loaded books.
  var entries: [LibraryEntry] { page?.items ?? [] }
  /// The number of books that match the filter.
  var total: Int { page?.total ?? 0 }
  var hasMore: Bool { page?.next != nil }
  /// The entry whose page is beside the list.
  var shownEntry: LibraryEntry.ID? { secondColumn?.entry }
  var changes: UndoState { library.changes }

  /// Returns the reader's day on which a book was added.
  func dayAdded(_ entry: LibraryEntry) -> CalendarDate { library.day(of: entry.added) }

  /// Loads the shelf again, with as many books as before, in the order that was chosen last, perhaps
  /// in another window.
  func reload() async {
    // A refused name stays: this also runs when another window has changed something.
    (result, problem) = (nil, nil)
    await library.loadChanges()
    await read(from: 0, count: shownCount, inStoredOrder: true)
  }

  /// Reads as many books again after a change.
  ///
  /// - Parameter failure: why nothing was changed; a successful read doesn't end it.
  func readAgain(after failure: StorageError? = nil) async {
    await library.loadChanges()
    await read(from: 0, count: shownCount)
    if let failure { problem = .storage(failure) }
  }

  /// Loads the next books: more of a long list, because each page of a sorted one sorts the whole shelf.
  func loadMore() async {
    (result, problem) = (nil, nil)
    guard let next = page?.next else { return }
    let count = max(BookListViewModel.pageSize, entries.count / 4)
    shownCount = next + count
    await read(from: next, count: count)
  }

  /// Shows the books with these words in the title, an author's name or the series.
  func filter(by words: String) async {
    var filters = filters
    filters.words = words
    await show(filters)
  }

  /// Shows the books that match these filters.
  func show(_ filters: ShelfFilters) async {
    self.filters = filters
    (result, problem) = (nil, nil)
    let hadSelection = !selection.isEmpty
    // No hidden book is changed.
    selection = []
    // Also for the reading that begins when the form has gone.
    shownCount = BookListViewModel.pageSize
    await read(from: 0, count: shownCount)
    // That reading would clear an earlier result.
    if hadSelection, result == nil { result = .deselected }
  }

  /// Returns the custom shelves other than this one; none if they can't be read.
  func otherShelves() async -> [Shelf] {
    let own = (try? await library.ownShelves()) ?? []
    return own.filter { $0.id != shelf?.id }
  }

  /// Sorts the books, now and from now on.
  func sort(by order: ShelfOrder) async {
    self.order = order
    (result, problem) = (nil, nil)
    var failure: StorageError?
    do throws(StorageError) {
      try await library.sort(shelf?.id ?? asked.id, by: order)
    } catch { failure = error }
    // Meanwhile the screen may have been read in the order before.
    self.order = order
    // The books are sorted all the same.
    await readAgain(after: failure)
  }

  /// Undoes the last change, or makes it again.
  func step(_ direction: UndoDirection) async {
    problem = nil
    var failure: UndoProblem?
    do throws(UndoProblem) {
      result = .stepped(direction, try await library.step(direction))
    } catch { failure = error }
    // A book may be back.
    shownCount = max(shownCount, entries.count + 1)
    await read(from: 0, count: shownCount)
    // A successful read does not mean that anything was undone.
    if let failure { (result, problem) = (nil, .undo(failure)) }
  }

  private var page: Page<LibraryEntry>? { loaded?.page }

  /// Returns the identifiers of the books at these places of the list, also of those that are not
  /// loaded yet.
  func identifiers(at indices: [Int]) async throws(StorageError) -> [LibraryEntry.ID] {
    var listed = entries.map(\.id)
    // The list has no unreadable books, but an offset counts them.
    if let last = indices.last, last >= listed.count, let offset = page?.next {
      let (shelf, query) = (shelf?.id ?? asked.id, filters.query(order))
      let count = last + 1 - listed.count
      listed += try await library.read("reading a shelf") { reader throws(StorageError) in
        try reader.entries(on: shelf, query, offset: offset, limit: count).items.map(\.id)
      }
    }
    return indices.filter(listed.indices.contains).map { listed[$0] }
  }

  private func read(from offset: Int, count: Int, inStoredOrder: Bool = false) async {
    let (asked, filters, order, selected) = (asked, filters, order, selection)
    let request = requests.begin()
    do throws(StorageError) {
      var (read, gone) = try await library.read("reading a shelf") { reader throws(StorageError) in
        let shelf = try reader.shelf(like: asked)
        let id = shelf?.id ?? asked.id
        let order = inStoredOrder ? try reader.order(of: id) ?? .lastAdded : order
        var shown = filters
        if let other = filters.shelf { shown.shelf = try reader.shelf(like: other) ?? other }
        let query = shown.query(order)
        var gone: Set<LibraryEntry.ID> = []
        for book in selected {
          let entry = try reader.entry(book)
          let isListed = entry.map { $0.shelves.contains(id) && query.matches($0) } ?? false
          if !isListed { gone.insert(book) }
        }
        let page = try reader.entries(on: id, query, offset: offset, limit: count)
        return (LoadedShelf(shelf: shelf, page: page, order: order, filters: shown), gone)
      }
      // No book that has left the list is changed.
      selection.subtract(gone)
      // The filters have changed meanwhile: the newer request shows its own result.
      let isCurrent = filters == self.filters || read.filters == self.filters
      guard isCurrent, order == self.order else { return }
      if offset > 0 {
        // The list was loaded again meanwhile: the page may belong elsewhere.
        guard page?.next == offset else { return }
        read.page.items = entries + read.page.items
      } else {
        // A newer reading is shown already.
        guard requests.advance(to: request) else { return }
      }
      (loaded, self.order, self.filters) = (read, read.order, read.filters)
      if case .storage = problem { problem = nil }
    } catch {
      // A newer appearance of the screen reads again.
      if error == .cancelled, loaded != nil { return }
      if offset > 0 || requests.advance(to: request) { problem = .storage(error) }
    }
  }
}

extension LibraryReader {
  /// Returns this library's version of a shelf: another owner's library may have another shelf with the same name,
  /// ignoring case and repeated spaces.
  fileprivate func shelf(like shelf: Shelf) throws(StorageError) -> Shelf? {
    guard shelf.isOwn else { return shelf }
    let own = try ownShelves()
    return own.first { $0.id == shelf.id } ?? own.ownShelf(named: shelf.name)
  }
}
