import Catalogue
import Services

extension BookDetailViewModel {
  /// Why an action failed.
  enum Problem: Hashable {
    case storage(StorageError)
    case progress(ReadingProgress.Problem)
    case undo(UndoProblem)
    /// The chosen shelf was deleted in another window. A book that was new is on another shelf.
    case shelfGone(addedTo: Shelf?)
  }

  /// The result of the last action.
  enum Result: Hashable {
    /// A change, with the book before and after it unless it was as wanted already.
    case done(LibraryChange.Kind, LibraryChange.Difference?)
    /// A change was undone or redone. Another window may have changed another book meanwhile, of which this is not
    /// the page.
    case stepped(UndoDirection, LibraryChange, isOfThisPage: Bool)
    /// The book was on the chosen shelf before.
    case already(on: Shelf)
    case problem(Problem)
  }

  /// The book to show.
  enum Source: Hashable {
    /// A catalogue's book.
    case catalogue(CatalogueReference)
    /// A catalogue's book from a list, with details to show immediately.
    case listed(CatalogueBook)
    /// A book of the library, which may be in no catalogue.
    case entry(LibraryEntry.ID)

    /// The book's reference, unless it is given by its entry.
    var reference: CatalogueReference? {
      switch self {
      case .catalogue(let reference): reference
      case .listed(let book): book.reference
      case .entry: nil
      }
    }
  }

  /// The catalogue's book, by which the reader's copy is found; nil for a book of the library.
  var link: BookLink? {
    switch source {
    case .entry: nil
    case .listed(let book): BookLink(detail?.book ?? book)
    case .catalogue: detail.map { BookLink($0.book) }
    }
  }
}
