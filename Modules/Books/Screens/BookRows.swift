import Catalogue
import Services
import Core

// What screens with lists of books share.

extension Row {
  /// A catalogue's book in a list.
  init(_ book: CatalogueBook, mark: LibraryEntry?, isSelected: Bool) {
    self.init(
      BookRow.book.id(book.reference.key), title: book.title,
      detail: [
        book.alternativeTitle,
        BooksText.byline(authors: book.authors, year: book.year, language: book.languages.first),
      ].compactMap(\.self).joined(separator: " · "),
      badge: BooksText.badge(mark), isSelected: isSelected)
  }

  /// A book of the library in a list.
  init(_ entry: LibraryEntry, isSelected: Bool) {
    var detail = BooksText.byline(
      authors: entry.book.authors, year: entry.book.year, language: entry.book.language)
    if let progress = entry.progress, entry.standardShelf == .reading {
      let text = BooksText.progress(progress, of: entry.book.pages)
      detail = detail.map { "\($0) · \(text)" } ?? text
    }
    self.init(
      BookRow.entry.id(entry.id), title: entry.book.title, detail: detail,
      badge: entry.rating.map(BooksText.stars), isSelected: isSelected)
  }
}

/// The kinds of the feature's rows.
enum BookRow {
  /// A catalogue's book, by its key: a list has one catalogue's books.
  static let book = RowKind<String>("book")
  /// A book of the library.
  static let entry = RowKind<LibraryEntry.ID>("entry")
  /// An author, by the key in the catalogue.
  static let author = RowKind<String>("author")
  static let subject = RowKind<String>("subject")
  static let shelf = RowKind<Shelf.ID>("shelf")

  /// In what a book of the library stands out.
  enum Record: String, CaseIterable {
    case fastest, longest, patient

    /// The rows of the books that stand out in this.
    var row: RowKind<LibraryEntry.ID> { RowKind(rawValue) }
  }
}

extension BookListViewModel {
  /// The rows of the list.
  var rows: [Row] {
    let (marks, shown) = (marks, shownBook)
    return books.map { book in
      Row(book, mark: marks[book.reference], isSelected: book.reference == shown)
    }
  }

  /// Says that the library could not be read for the list's marks.
  var notice: Notice? {
    marksProblem.map { Notice($0.description, tone: .problem) }
  }

  /// The list's state as a screen's status; `empty` is said when nothing was found.
  func status(empty: String) -> ContentStatus {
    switch phase {
    case .waiting, .loading: .loading(nil)
    case .ready: books.isEmpty ? .empty(message: empty) : .idle
    case .failed(let error): BooksText.status(error)
    }
  }

  /// The actions that fetch more, or try again.
  ///
  /// - Parameter retry: does more than the list when it is tried again.
  func actions(retry: (() async -> Void)? = nil) -> [ScreenAction] {
    if case .failed = phase {
      return [
        ScreenAction("retry", title: "Try again", role: .primary, perform: retry ?? reload)
      ]
    }
    return hasMore ? [ScreenAction("more", title: "More books", perform: loadMore)] : []
  }

  /// The book of a chosen row, or nil for a row of another kind.
  func book(at row: Row.ID) -> CatalogueBook? {
    BookRow.book.value(of: row).flatMap(book)
  }
}
