import Catalogue
import Services
import Core

// What screens with lists of books share.

extension Row {
  /// A catalogue's book in a list.
  init(_ book: CatalogueBook, mark: LibraryEntry?, isSelected: Bool) {
    self.init(
      BookRow.book(book.reference.key).id, title: book.title,
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
      BookRow.entry(entry.id).id, title: entry.book.title, detail: detail,
      badge: entry.rating.map(BooksText.stars), isSelected: isSelected)
  }
}

/// What a row stands for. Rows' identifiers are made and read here alone.
enum BookRow: Hashable {
  /// A catalogue's book, by its key: a list has one catalogue's books.
  case book(String)
  /// A book of the library.
  case entry(LibraryEntry.ID)
  /// An author, by the key in the catalogue.
  case author(String)
  case subject(String)
  case shelf(Shelf.ID)
  /// A book of the library that stands out.
  case record(Record, LibraryEntry.ID)

  /// In what a book stands out.
  enum Record: String {
    case fastest, longest, patient
  }

  /// Reads a row's identifier; nil for a row of another kind.
  init?(_ row: Row.ID) {
    let parts = row.rawValue.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let name = String(parts[1])
    switch parts[0] {
    case "book": self = .book(name)
    case "entry": self = .entry(LibraryEntry.ID(name))
    case "author": self = .author(name)
    case "subject": self = .subject(name)
    case "shelf": self = .shelf(Shelf.ID(name))
    case let other:
      guard let record = Record(rawValue: String(other)) else { return nil }
      self = .record(record, LibraryEntry.ID(name))
    }
  }

  /// The row's identifier.
  var id: Row.ID {
    switch self {
    case .book(let key): Identifier("book:\(key)")
    case .entry(let id): Identifier("entry:\(id)")
    case .author(let key): Identifier("author:\(key)")
    case .subject(let name): Identifier("subject:\(name)")
    case .shelf(let id): Identifier("shelf:\(id)")
    case .record(let record, let id): Identifier("\(record.rawValue):\(id)")
    }
  }
}

/// The rows of a list of a catalogue's books, arranged again only when the list has changed.
struct BookRows {
  private struct Source: Equatable {
    let books: [CatalogueBook]
    let marks: [CatalogueReference: LibraryEntry]
    let shown: CatalogueReference?
  }

  private var rows = Memo<Source, [Row]>()

  /// The rows of the list.
  @MainActor mutating func rows(of list: BookListViewModel) -> [Row] {
    rows.value(for: Source(books: list.books, marks: list.marks, shown: list.shownBook)) {
      source in
      source.books.map { book in
        Row(
          book, mark: source.marks[book.reference], isSelected: book.reference == source.shown)
      }
    }
  }
}

extension BookListViewModel {
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
  var actions: [Action] {
    if case .failed = phase { return [Action("retry", title: "Try again", role: .primary)] }
    return hasMore ? [Action("more", title: "More books")] : []
  }

  /// The book of a chosen row, or nil for a row of another kind.
  func book(at row: Row.ID) -> CatalogueBook? {
    if case .book(let key) = BookRow(row) { book(key) } else { nil }
  }

  /// Carries out one of the list's own actions.
  func perform(_ action: Action.ID) async {
    switch action {
    case "more": await loadMore()
    case "retry": await reload()
    default: break
    }
  }
}
