import Catalogue
import Core
import Services

/// The results of a search: the reader's own books first, then the catalogue's.
@MainActor struct SearchSections {
  private let viewModel: SearchViewModel
  private let own: Page<LibraryEntry>

  init(_ viewModel: SearchViewModel) {
    self.viewModel = viewModel
    own = viewModel.own
  }

  private var query: BookQuery { viewModel.query }
  private var list: BookListViewModel { viewModel.list }
  private var hasOwn: Bool { !own.items.isEmpty }

  /// The status of the catalogue's list; without matches there, it is empty only if the reader has
  /// none, either.
  var status: ContentStatus {
    if list.pages.phase == .ready, list.books.isEmpty, hasOwn { return .idle }
    return list.pages.status(empty: notFound)
  }

  private var notFound: String {
    if query.hasFilters { return "No books match with these filters. Use clear to remove them." }
    // The command line prints this, too, and has an add of its own.
    let byHand = "or use add in the Search tab to add the book by hand."
    let advice =
      if ISBN(searching: query.words) == nil {
        "Check the spelling, \(byHand)"
      } else if viewModel.catalogueHasISBNs {
        "Search for the title, \(byHand)"
      } else {
        "This catalogue has no ISBNs. Search for the title, \(byHand)"
      }
    return "No books match “\(query.words)”. \(advice)"
  }

  var sections: [ContentSection] {
    guard hasOwn else { return correction + list.pages.originSections + [catalogue(title: nil)] }
    return correction + [
      ContentSection("own", title: ownTitle, .rows(ownRows))
    ] + list.pages.originSections + [catalogue(title: BooksText.catalogue)]
  }

  /// Says which words were searched for in place of the typed ones.
  private var correction: [ContentSection] {
    let (mine, others) = (own.correction, list.pages.correction)
    var lines: [String] = []
    if let mine, mine != others { lines.append("You have nothing for \(instead(mine))") }
    if let others { lines.append("Nothing for \(instead(others))") }
    return lines.isEmpty
      ? [] : [ContentSection("correction", .text(lines.joined(separator: "\n")))]
  }

  private func instead(_ words: String) -> String {
    "“\(query.words)”. Showing “\(words)”."
  }

  private var ownTitle: String {
    let count = BooksText.number(own.items.count)
    return own.items.count < own.total
      ? "In your library: the first \(count) of \(BooksText.number(own.total))"
      : "In your library: \(count)"
  }

  private var ownRows: [Row] {
    let shown = list.shownEntry
    return own.items.map { entry in
      var row = Row(entry, isSelected: entry.id == shown)
      row.badge = BooksText.badge(entry)
      return row
    }
  }

  private func catalogue(title: String?) -> ContentSection {
    if title != nil, list.pages.phase == .ready, list.books.isEmpty {
      return ContentSection("books", title: title, .text("No other books match."))
    }
    return ContentSection("books", title: list.books.isEmpty ? nil : title, .rows(list.rows))
  }
}
