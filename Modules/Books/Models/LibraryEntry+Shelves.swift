import Services

// The shelves of a book.
extension LibraryEntry {
  /// The standard shelf that fits the reader's data.
  private var fittingShelf: Shelf.ID {
    if finished != nil || rating != nil { return .read }
    return started != nil || progress != nil ? .reading : .wantToRead
  }

  /// Puts a book that is on no shelf on the standard one that fits it: Read if it is finished or rated, Reading if it
  /// is started or has progress, or else Want to read.
  mutating func ensureShelf() {
    if shelves.isEmpty { shelves = [fittingShelf] }
  }

  /// Takes the book off a shelf, and see ``ensureShelf()``.
  mutating func leave(_ shelf: Shelf.ID) {
    shelves.remove(shelf)
    ensureShelf()
  }

  /// Puts the book on a standard shelf, which replaces another one.
  mutating func move(to standard: Shelf.ID) {
    shelves.subtract(Shelf.standardIDs)
    shelves.insert(standard)
  }
}
