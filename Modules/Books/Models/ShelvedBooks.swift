import Services

/// The books for which a shelf is chosen.
enum ShelvedBooks {
  /// One book.
  case one(LibraryEntry)
  /// Several books: their number.
  case several(Int)

  /// The shelves of a single book; none of several.
  var shelves: Set<Shelf.ID> {
    switch self {
    case .one(let entry): entry.shelves
    case .several: []
    }
  }
}
