import Catalogue
import Services
import Core

// Common parts of lists of books.

extension Row {
  /// The row of a catalogue's book.
  init(_ book: CatalogueBook, mark: LibraryEntry?, isSelected: Bool) {
    self.init(
      BookRow.book.id(book.reference.key), title: book.title,
      detail: BooksText.byline(
        after: book.alternativeTitle, authors: book.authors, year: book.year,
        language: book.languages.first),
      badge: BooksText.badge(mark), isSelected: isSelected)
    sameAs = mark.map { BookRow.entry.id($0.id) }
  }

  /// The row of a book in the library.
  ///
  /// - Parameters:
  ///   - isMarked: whether the book is one of several selected ones.
  ///   - value: the value by which the list is sorted, if the rest of the row does not show it.
  init(
    _ entry: LibraryEntry, isSelected: Bool, isMarked: Bool = false, value: String? = nil
  ) {
    let book = entry.book
    let byline = BooksText.byline(
      after: book.alternativeTitle, authors: book.authors, year: book.year,
      language: book.language)
    let progress = entry.standardShelf == .reading ? entry.progress : nil
    self.init(
      BookRow.entry.id(entry.id), title: book.title,
      detail: BooksText.line(
        byline, progress.map { BooksText.progress($0, of: book.pages) }, value),
      badge: BooksText.line(entry.rating.map(BooksText.stars), isMarked ? "selected" : nil),
      isSelected: isSelected)
  }
}

/// The kinds of the feature's rows.
enum BookRow {
  /// A catalogue's book, by its key: all books of a list are from one catalogue.
  static let book = RowKind<String>("book")
  /// A book of the library.
  static let entry = RowKind<LibraryEntry.ID>("entry")
  /// An author, by their key in the catalogue.
  static let author = RowKind<String>("author")
  static let subject = RowKind<String>("subject")
  static let shelf = RowKind<Shelf.ID>("shelf")

  /// How a book of the library stands out.
  enum Highlight: String, CaseIterable {
    case fastest, longest, slowest

    /// The rows of the books that stand out in this way.
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

  /// The notice that the list's marks could not be loaded.
  var notice: Notice? {
    marksProblem.map { Notice($0.description, tone: .problem) }
  }

  /// The book of a row, or nil for another kind of row.
  func book(at row: Row.ID) -> CatalogueBook? {
    BookRow.book.value(of: row).flatMap(book)
  }
}
