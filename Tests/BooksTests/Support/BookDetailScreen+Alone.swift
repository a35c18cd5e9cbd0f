@testable import Books

extension BookDetailScreen {
  /// Returns a screen whose requests have no effect.
  static func alone(_ viewModel: BookDetailViewModel) -> BookDetailScreen {
    BookDetailScreen(
      viewModel, .usual,
      Requests(
        onAuthor: { _ in }, onSubject: { _ in }, onChooseShelf: { _ in }, onEdition: { _, _ in },
        onEdit: { _ in }, onCorrect: { _ in }, onRemove: { _ in }))
  }
}
