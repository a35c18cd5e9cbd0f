import Catalogue
import Services
import Core

/// The books of one subject.
final class SubjectScreen: ModelScreen {
  private let subject: String
  let viewModel: BookListViewModel
  private let onBook: (CatalogueBook) -> Void

  init(
    _ subject: String, _ viewModel: BookListViewModel,
    onBook: @escaping (CatalogueBook) -> Void
  ) {
    self.subject = subject
    self.viewModel = viewModel
    self.onBook = onBook
  }

  var content: ScreenContent {
    ScreenContent(
      title: subject,
      subtitle: viewModel.pages.total > 0 ? BooksText.count(of: viewModel) : nil,
      status: viewModel.pages.status(empty: "The catalogue has no books on this subject."),
      notice: viewModel.notice,
      sections: viewModel.pages.originSections + [ContentSection("books", .rows(viewModel.rows))],
      actions: actions.map(\.action))
  }

  func appeared() -> AppearanceWork? { viewModel.appear }

  var actions: [ScreenAction] { viewModel.pages.actions(more: BooksText.moreBooks) }

  func select(_ row: Row.ID) async {
    if let book = viewModel.book(at: row) { onBook(book) }
  }
}
