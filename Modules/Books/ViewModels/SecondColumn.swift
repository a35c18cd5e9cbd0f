import Catalogue
import Observation

/// The content of the second column beside a tab's lists, which mark its row.
///
/// The tab's coordinator sets it; lists only read it. Empty in a single column.
@MainActor @Observable final class SecondColumn {
  /// The selected book, or nil if the column is empty or shows something else.
  var book: BookDetailViewModel.Source?

  /// The book's reference, if it was selected in a catalogue's list.
  var reference: CatalogueReference? { book?.reference }

  /// The book's entry, if it was selected on a shelf.
  var entry: LibraryEntry.ID? {
    if case .entry(let id) = book { id } else { nil }
  }
}
