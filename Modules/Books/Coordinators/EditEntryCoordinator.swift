import Catalogue
import Core

/// Edits what a reader made of a book; the outcome is the entry as it was saved.
///
/// What others may read is signed, so a new rating or review needs what the feature requires for
/// that. The form stays as it is meanwhile.
final class EditEntryCoordinator: Coordinator<LibraryEntry> {
  private let viewModel: EntryFormViewModel
  private let services: BooksServices

  init(_ entry: LibraryEntry, services: BooksServices) {
    self.services = services
    viewModel = EntryFormViewModel(entry, services: services)
    super.init()
  }

  override func start() {
    push(EntryFormScreen(viewModel, onSave: { [weak self] in await self?.save() }))
  }

  private func save() async {
    guard viewModel.check() else { return }
    if viewModel.isSigned {
      guard await meet(services.requirements.account) else { return viewModel.refuseUnsigned() }
    }
    if let saved = await viewModel.save() { finish(saved) }
  }
}
