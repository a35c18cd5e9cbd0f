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
