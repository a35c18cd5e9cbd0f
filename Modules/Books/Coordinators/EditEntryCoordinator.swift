import Core

/// Edits what a reader made of a book; the outcome is the entry as it was saved.
final class EditEntryCoordinator: Coordinator<LibraryEntry> {
  private let entry: LibraryEntry
  private let services: BooksServices

  init(_ entry: LibraryEntry, services: BooksServices) {
    self.entry = entry
    self.services = services
    super.init()
  }

  override func start() {
    push(
      EntryFormScreen(
        EntryFormViewModel(entry, services: services), onSaved: { [weak self] in self?.finish($0) })
    )
  }
}
