import Services
import Core

// What screens with lists of books share.

extension Row {
  /// A catalogue's book in a list.
  init(_ book: CatalogueBook, mark: LibraryEntry?, isSelected: Bool) {
    self.init(
      Identifier("book:\(book.reference.key)"), title: book.title,
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
      Identifier("entry:\(entry.id)"), title: entry.book.title, detail: detail,
      badge: entry.rating.map(BooksText.stars), isSelected: isSelected)
  }
}

extension Identifier where Subject == Row {
  /// What follows a prefix such as `book:`, or nil for a row of another kind.
  func suffix(after prefix: String) -> String? {
    rawValue.hasPrefix(prefix) ? String(rawValue.dropFirst(prefix.count)) : nil
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

  /// Carries out one of the list's own actions.
  func perform(_ action: Action.ID) async {
    switch action {
    case "more": await loadMore()
    case "retry": await reload()
    default: break
    }
  }
}
