import Services

/// The table of imported rows, which are written in the same transaction as their entries.
enum ImportedRowTable {
  static let migrations = [
    Migration(
      "books", "imported rows",
      [
        // A file's header is stored once for all its rows.
        """
        CREATE TABLE imported_headers (
          number INTEGER PRIMARY KEY, owner TEXT NOT NULL, text TEXT NOT NULL,
          UNIQUE (owner, text)) STRICT
        """,
        """
        CREATE TABLE imported_rows (
          owner TEXT NOT NULL, entry TEXT NOT NULL, position INTEGER NOT NULL,
          header INTEGER NOT NULL REFERENCES imported_headers, text TEXT NOT NULL,
          PRIMARY KEY (owner, entry)) STRICT
        """,
      ])
  ]
}

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
