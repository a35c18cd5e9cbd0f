import Catalogue
import Core

/// Edits the reader's data of a book; the outcome is the saved entry, with what was changed.
///
/// A new or changed review needs the feature's requirement. The form keeps its input meanwhile.
final class EditEntryCoordinator: Coordinator<Changed<LibraryEntry>> {
  private let viewModel: EntryFormViewModel
  private let services: BooksServices

  init(_ entry: LibraryEntry, services: BooksServices) {
    self.services = services
    viewModel = EntryFormViewModel(entry, services: services)
    super.init()
  }

  override func start() {
    push(
      EntryFormScreen(
        viewModel,
        needsAccount: { [account = services.requirements.account] in account?.isMet() == false },
        onSave: { [weak self] in await self?.save() }))
  }

  private func save() async {
    guard viewModel.check() else { return }
    if viewModel.isSigned {
      guard await require(services.requirements.account) else { return viewModel.refuseUnsigned() }
    }
    if let saved = await viewModel.save() { finish(saved) }
  }
}
