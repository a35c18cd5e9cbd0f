import Services

/// The table of the orders that readers chose for shelves.
enum ShelfOrderTable {
  static let migrations = [
    Migration(
      "books", "shelf orders",
      [
        """
        CREATE TABLE library_shelf_orders (
          owner TEXT NOT NULL,
          shelf TEXT NOT NULL,
          key TEXT NOT NULL,
          reversed INTEGER NOT NULL CHECK (reversed IN (0, 1)),
          PRIMARY KEY (owner, shelf)
        ) STRICT, WITHOUT ROWID
        """
      ])
  ]
}

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

extension DatabaseTransaction {
  /// Stores the order of an owner's shelf, or forgets it.
  func save(
    _ order: ShelfOrder?, of shelf: Shelf.ID, owner: String
  ) throws(StorageError) {
    let place: [DatabaseValue] = [.text(owner), DatabaseValue(shelf)]
    try execute("DELETE FROM library_shelf_orders WHERE owner = ? AND shelf = ?", place)
    guard let order else { return }
    try execute(
      "INSERT INTO library_shelf_orders VALUES (?, ?, ?, ?)",
      place + [.text(order.key.rawValue), DatabaseValue(order.isReversed ? 1 : 0)])
  }
}
