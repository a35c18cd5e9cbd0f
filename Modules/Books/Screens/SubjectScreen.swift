import Catalogue
import Services
import Core

/// The books of one subject.
final class SubjectScreen: Screen {
  private let subject: String
  private let viewModel: BookListViewModel
  private var rows = BookRows()
  private let onBook: (CatalogueBook) -> Void

  init(
    _ subject: String, _ viewModel: BookListViewModel,
    onBook: @escaping (CatalogueBook) -> Void
  ) {
    self.subject = subject
    self.viewModel = viewModel
    self.onBook = onBook
  }

  var model: AnyObject? { viewModel }

  var content: ScreenContent {
    ScreenContent(
      title: subject,
      subtitle: viewModel.total > 0 ? BooksText.count(of: viewModel) : nil,
      status: viewModel.status(empty: "The catalogue has no books on this subject."),
      notice: viewModel.notice,
      sections: [ContentSection("books", .rows(rows.rows(of: viewModel)))],
      actions: viewModel.actions)
  }

  func appeared() -> AppearanceWork? { viewModel.appearance }

  func perform(_ action: Action.ID, _ input: ActionInput) async {
    guard case .row(let row) = input else { return await viewModel.perform(action) }
    if let book = viewModel.book(at: row) { onBook(book) }
  }
}
