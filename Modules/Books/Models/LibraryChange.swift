/// What was done to an entry of the library and can be taken back.
struct LibraryChange {
  /// What was done, for a screen to put in words.
  enum Kind: Hashable {
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
