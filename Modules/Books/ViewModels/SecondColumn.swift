import Catalogue
import Observation

/// What stands in the second column beside a tab's lists, so that they can mark its row.
///
/// The tab's coordinator says it; a list only reads it. Empty where there is one column.
@MainActor @Observable final class SecondColumn {
  /// The book that was chosen from a list, or nil when the column is empty or shows something else.
  var book: BookDetailViewModel.Source?

  /// The book's reference, if it was chosen from a catalogue's list.
  var reference: CatalogueReference? { book?.reference }

  /// The book's entry, if it was chosen from a shelf.
  var entry: LibraryEntry.ID? {
    if case .entry(let id) = book { id } else { nil }
  }
}
