import Catalogue
import Core

/// Adds a book by hand, or edits one; the outcome is the saved entry, with what was changed.
final class BookFormCoordinator: Coordinator<Changed<LibraryEntry>> {
  private let mode: BookFormViewModel.Mode
  private let services: BooksServices

  init(_ mode: BookFormViewModel.Mode, services: BooksServices) {
    self.mode = mode
    self.services = services
    super.init()
  }

  override func start() {
    let viewModel = BookFormViewModel(mode, services: services)
    push(
      BookFormScreen(viewModel) { [weak self] in
        if let saved = await viewModel.save() { self?.finish(saved) }
      })
  }
}
