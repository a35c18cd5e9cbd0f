import Catalogue

/// A change of an entry that can be undone.
struct LibraryChange: Sendable {
  /// The kind of change, for the text of a screen.
  enum Kind: Hashable, Sendable {
    case added(to: Shelf)
    case moved(to: Shelf)
    case removed(from: Shelf?)
    case rated(Int?)
    case edited
    case progressed(ReadingProgress)
  }

  let number: Int
  let kind: Kind
  let title: String
  let before: LibraryEntry?
  let after: LibraryEntry?
}
