import Catalogue
import Services
import Core

/// Subjects to look around in, and books to begin with.
final class DiscoverScreen: Screen {
  private let viewModel: DiscoverViewModel
  private var rows = BookRows()
  private var subjectRows = Memo<[String], [Row]>()
  private let onBook: (CatalogueBook) -> Void
  private let onSubject: (String) -> Void

  init(
    _ viewModel: DiscoverViewModel, onBook: @escaping (CatalogueBook) -> Void,
    onSubject: @escaping (String) -> Void
  ) {
    self.viewModel = viewModel
    self.onBook = onBook
    self.onSubject = onSubject
  }

  var model: AnyObject? { viewModel }

  var content: ScreenContent {
    ScreenContent(
      title: "Discover", status: viewModel.featured.status(empty: "No books are featured."),
      notice: viewModel.featured.notice,
      sections: [
        ContentSection("subjects", title: "Subjects", .rows(subjects)),
        ContentSection("featured", title: "Featured", .rows(rows.rows(of: viewModel.featured))),
      ],
      actions: viewModel.featured.actions)
  }

  func appeared() -> AppearanceWork? { viewModel.featured.appearance }

  func perform(_ action: Action.ID, _ input: ActionInput) async {
    guard case .row(let row) = input else { return await viewModel.featured.perform(action) }
    if case .subject(let subject) = BookRow(row) { onSubject(subject) }
    if let book = viewModel.featured.book(at: row) { onBook(book) }
  }

  /// All subjects, those that the reader likes best first.
  private var subjects: [Row] {
    subjectRows.value(for: viewModel.favourites) { favourites in
      let spellings = Dictionary(uniqueKeysWithValues: Self.subjects.map { ($0.lowercased(), $0) })
      let favourites = favourites.map { spellings[$0.lowercased()] ?? $0 }
      return (favourites + Self.subjects.filter { !favourites.contains($0) })
        .map { Row(BookRow.subject($0).id, title: $0) }
    }
  }

  private static let subjects = [
    "Adventure", "Biography", "Children's literature", "Classics", "Drama", "Fantasy", "History",
    "Mathematics", "Mystery", "Nature", "Philosophy", "Poetry", "Science", "Science fiction",
    "Short stories", "Travel",
  ]
}
