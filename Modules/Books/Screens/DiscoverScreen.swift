import Catalogue
import Services
import Core

/// Subjects to browse, and featured books.
final class DiscoverScreen: ModelScreen {
  /// The screen's requests to its coordinator.
  struct Requests {
    let onBook: (CatalogueBook) -> Void
    let onSubject: (String) -> Void
  }

  let viewModel: DiscoverViewModel
  private let requests: Requests

  init(_ viewModel: DiscoverViewModel, _ requests: Requests) {
    self.viewModel = viewModel
    self.requests = requests
  }

  var content: ScreenContent {
    ScreenContent(
      title: BooksText.discover,
      status: viewModel.featured.pages.status(empty: "No books are featured."),
      notice: viewModel.featured.notice,
      sections: [ContentSection("subjects", title: "Subjects", .rows(subjects))]
        + viewModel.featured.pages.originSections
        + [ContentSection("featured", title: "Featured", .rows(viewModel.featured.rows))],
      actions: actions.map(\.action))
  }

  func appeared() -> AppearanceWork? { viewModel.featured.appear }

  var actions: [ScreenAction] { viewModel.featured.pages.actions(more: BooksText.moreBooks) }

  func select(_ row: Row.ID) async {
    if let subject = BookRow.subject.value(of: row) { requests.onSubject(subject) }
    if let book = viewModel.featured.book(at: row) { requests.onBook(book) }
  }

  /// All subjects, the reader's favourites first.
  private var subjects: [Row] {
    let favourites = viewModel.favourites.map { Self.spellings[$0.lowercased()] ?? $0 }
    return (favourites + Self.subjects.filter { !favourites.contains($0) })
      .map { Row(BookRow.subject.id($0), title: $0) }
  }

  /// The subjects by their names in lower case.
  private static let spellings = Dictionary(
    uniqueKeysWithValues: subjects.map { ($0.lowercased(), $0) })

  private static let subjects = [
    "Adventure", "Biography", "Children's literature", "Classics", "Drama", "Fantasy", "History",
    "Mathematics", "Mystery", "Nature", "Philosophy", "Poetry", "Science", "Science fiction",
    "Short stories", "Travel",
  ]
}
