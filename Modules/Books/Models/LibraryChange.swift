import Catalogue

/// A change of the library that can be undone.
struct LibraryChange: Hashable, Sendable {
  /// The kind of change, for the text of a screen.
  enum Kind: Hashable, Sendable {
    case added(to: Shelf)
    case moved(to: Shelf)
    case removed(from: Shelf?)
    case rated(Rating?)
    case edited
    case progressed(ReadingProgress)
    case renamed(from: String, to: String)
    case deleted(Shelf)
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
  struct ShelfDifference: Hashable, Sendable {
    let before: Shelf
    /// Nil for a deleted shelf.
    let after: Shelf?
    /// The place among the custom shelves before the change.
    let place: Int
  }

  let number: Int
  let kind: Kind
  /// The changed entries.
  let entries: [Difference]
  /// The renamed or deleted shelf.
  let shelf: ShelfDifference?

  /// The changed entry, or nil if the change is not of a single entry.
  var single: Difference? { entries.count == 1 && shelf == nil ? entries.first : nil }
}
