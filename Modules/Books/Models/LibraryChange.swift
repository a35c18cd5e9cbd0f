import Catalogue

/// What was done to an entry of the library and can be taken back. An object, because copying entries
/// takes a while.
final class LibraryChange: Sendable {
  /// What was done, for a screen to put in words.
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
