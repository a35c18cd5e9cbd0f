import Services

extension LibraryRows {
  /// Returns the order of a shelf; nil if none was chosen, or an unknown one.
  func order(of shelf: Shelf.ID) throws(StorageError) -> ShelfOrder? {
    try reader.first(
      "SELECT key, reversed FROM library_shelf_orders WHERE owner = ? AND shelf = ?",
      [ownerValue, DatabaseValue(shelf)]
    ) { row throws(StorageError) in
      ShelfOrder.Key(rawValue: try row.string(0)).map {
        ShelfOrder($0, isReversed: row.integer(1) == 1)
      }
    } ?? nil
  }
}
