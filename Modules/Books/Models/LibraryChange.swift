import Catalogue

/// A change of an entry that can be undone.
final class LibraryChange: Sendable {
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

  init(
    number: Int, kind: Kind, title: String, before: LibraryEntry?, after: LibraryEntry?
  ) {
    self.number = number
    self.kind = kind
    self.title = title
    self.before = before
    self.after = after
  }
}
