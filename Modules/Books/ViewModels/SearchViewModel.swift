import Catalogue
import Core
import Observation
import Services

/// A search: its query, the matches in the reader's library, and those in the catalogue.
@MainActor @Observable final class SearchViewModel {
  private(set) var query = BookQuery()
  let list: BookListViewModel
  /// The first matches in the library, also those for corrected words.
  private var found = Page<LibraryEntry>.empty
  /// Why the library could not be searched, or nil.
  private(set) var ownProblem: StorageError?

  @ObservationIgnored private let selection: CatalogueSelection
  @ObservationIgnored private let library: Library
  /// The number of matches in the library to show.
  @ObservationIgnored private var ownLimit = BookListViewModel.pageSize
  /// Counts searches: the results of older ones are ignored.
  @ObservationIgnored private var lastSearch = 0

  /// - Parameters:
  ///   - inBackground: starts background work of the search's owner.
  ///   - secondColumn: the column beside the search, if there is one.
  init(
    services: BooksServices, inBackground: @escaping BackgroundStart,
    beside secondColumn: SecondColumn? = nil
  ) {
    selection = services.selection
    library = services.library
    list = BookListViewModel(
      services: services, inBackground: inBackground, beside: secondColumn
    ) { _, _ in .empty }
  }

  /// The first matches in the library.
  ///
  /// Those for corrected words only if the catalogue knows no book for the words as they are.
  var own: Page<LibraryEntry> {
    let isMeant =
      list.pages.phase == .loading || !list.books.isEmpty && list.pages.correction == nil
    return found.correction != nil && isMeant ? .empty : found
  }

  /// Whether the catalogue finds books by ISBN: that is a number of an edition, so it is one that has editions.
  var catalogueHasISBNs: Bool { selection.catalogue.listsEditions }

  /// Whether more books of the library match than are shown.
  var hasMoreOwn: Bool { own.next != nil }

  /// The title or the ISBN of a book that the search has not found: its words. Both are empty if it has books, is not
  /// done, has failed or has filters, or if the words are neither.
  var unlisted: (title: String, isbn: String) {
    guard list.pages.phase == .ready, own.items.isEmpty, list.books.isEmpty, !query.hasFilters
    else { return ("", "") }
    if ISBN(searching: query.words) != nil {
      // One with a wrong digit may be mistyped.
      return ("", (try? ISBN(query.words))?.digits ?? "")
    }
    let title = try? ReadableName(query.words, limit: FieldKind.maximumTextLength)
    return (title?.text ?? "", "")
  }

  /// Searches for another query; an empty one clears the list.
  ///
  /// The reader's own books are shown before the catalogue is asked.
  func search(_ query: BookQuery) async {
    self.query = query
    ownLimit = BookListViewModel.pageSize
    (found, ownProblem) = (.empty, nil)
    let isbn = ISBN(searching: query.words)
    var asked = query
    if let isbn { asked.words = isbn.digits }
    list.isbn = isbn?.digits
    list.pages.load = { [weak self, asked] catalogue, offset throws(CatalogueError) in
      guard !asked.isEmpty else { return .empty }
      let page = try await catalogue.search(
        asked, offset: offset, limit: BookListViewModel.pageSize)
      // Words of the reader's own books are not misspelled.
      let isMeant = self.map { !$0.found.items.isEmpty && $0.found.correction == nil } ?? false
      guard isMeant, page.correction != nil else { return page }
      // The catalogue that is away may have books for these words.
      if case .standIn(because: let problem) = page.origin { throw problem }
      return .empty
    }
    lastSearch += 1
    let search = lastSearch
    list.pages.clear()
    await searchOwn(search)
    if search == lastSearch { await list.pages.reload() }
  }

  /// The reader's copy of a listed book that only its ISBN links; nil if the book's page finds it.
  func copy(of book: CatalogueBook) -> LibraryEntry.ID? {
    guard let copy = list.marks[book.reference], list.isbn != nil,
      copy.reference != book.reference, !BookLink(book).isOf(copy.book)
    else { return nil }
    return copy.id
  }

  /// Shows more matches of the library.
  func loadMoreOwn() async {
    ownLimit += BookListViewModel.pageSize
    await searchOwn(lastSearch)
  }

  /// Searches the library again, and the catalogue after a failure; else loads the marks again. Nil without a query.
  var appearance: AppearanceWork? {
    guard !query.isEmpty else { return nil }
    return { [self] in
      await searchOwn(lastSearch)
      await list.appear()
    }
  }

  private func searchOwn(_ search: Int) async {
    let (query, limit) = (LibraryQuery(query), ownLimit)
    guard !query.isEmpty else { return }
    do throws(StorageError) {
      let page = try await library.read("searching your library") { reader throws(StorageError) in
        try reader.search(query, limit: limit)
      }
      if search == lastSearch, limit == ownLimit { (found, ownProblem) = (page, nil) }
    } catch {
      if search == lastSearch { ownProblem = error == .cancelled ? nil : error }
    }
  }
}
