/// A change of the library that can be undone or redone, as screens show it.
struct LibraryChange: Hashable, Sendable {
  /// The kind of change, for the text of a screen.
  enum Kind: Codable, Hashable, Sendable {
    /// A book was added to a shelf.
    case added(to: Shelf)
    /// Books were put on a shelf.
    case moved(to: Shelf)
    /// Books were removed from a shelf; nil for the library.
    case removed(from: Shelf?)
    /// Books were rated; nil for a removed rating.
    case rated(Rating?)
    /// An entry was edited.
    case edited
    /// The progress was recorded.
    case progressed(ReadingProgress)
    /// A shelf was created.
    case made(Shelf)
    /// A shelf was renamed.
    case renamed(from: String, to: String)
    /// A shelf was deleted.
    case deleted(Shelf)

    /// Whether a shelf was created, renamed or deleted.
    var isOfShelf: Bool {
      switch self {
      case .made, .renamed, .deleted: true
      default: false
      }
    }
  }

  /// An entry before and after a change; nil if missing.
  struct Difference: Hashable, Sendable {
    let before: LibraryEntry?
    let after: LibraryEntry?

    /// The entry's identifier.
    var id: LibraryEntry.ID? { (after ?? before)?.id }
    /// The book's title.
    var title: String { (after ?? before)?.book.title ?? "" }
  }

  /// A custom shelf before and after a change.
  struct ShelfDifference: Codable, Hashable, Sendable {
    /// The shelf before the change; nil for a new shelf.
    let before: Shelf?
    /// The shelf after the change; nil for a deleted shelf.
    let after: Shelf?
    /// The place among the custom shelves before the change.
    let place: Int
    /// The order that the reader had chosen for a deleted shelf, or nil.
    var order: ShelfOrder?
    /// The number of custom shelves before a deletion; nil for another change, and in a change of an older
    /// version.
    var count: Int?

    /// The shelf, as it was before the change if it was there; nil only in a damaged change.
    var shelf: Shelf? { before ?? after }
  }

  /// The number in the list of changes; a later change has a higher one.
  let number: Int
  let kind: Kind
  /// The number of changed entries.
  let books: Int
  /// The changed entry, or nil if the change is not of a single entry.
  let single: Difference?
}
