import Services

/// The feature's schema migrations, oldest first; each subject lists its own.
enum BooksMigrations {
  static let all =
    library + ImportedRowTable.migrations + BoundsMigration.all + PastReadingTable.migrations
    + LibrarySearchMigration.all + HalfStarMigration.all + SeriesAndCopiesMigration.all
    + ShelfOrderTable.migrations + LibraryChangeTables.migrations + FoldedSignsMigration.all
    + PastReadingTable.undated + InitialsMigration.all

  /// The tables of entries and shelves, as the first version had them; `LibraryColumns` has the columns of today.
  ///
  /// Authors and subjects are JSON in a column of their book, because they are read and written
  /// with it. The shelves of a book are in a table of their own, sorted like a shelf and with the
  /// words for filters, so that a page of a shelf is one range. Days are counted from 1970-01-01.
  static let library = [
    Migration(
      "books", "library",
      [
        """
        CREATE TABLE library_entries (
          number INTEGER PRIMARY KEY,
          owner TEXT NOT NULL,
          id TEXT NOT NULL,
          title TEXT NOT NULL,
          alternative_title TEXT,
          authors TEXT NOT NULL,
          year INTEGER,
          pages INTEGER,
          language TEXT,
          cover INTEGER,
          subjects TEXT NOT NULL,
          source TEXT,
          source_key TEXT,
          rating INTEGER,
          started INTEGER,
          finished INTEGER,
          page INTEGER,
          percent INTEGER,
          added REAL NOT NULL,
          review TEXT NOT NULL,
          notes TEXT NOT NULL,
          UNIQUE (owner, id)
        ) STRICT
        """,
        """
        CREATE INDEX library_entries_added ON library_entries (owner, added, id)
        """,
        """
        CREATE INDEX library_entries_source ON library_entries (owner, source, source_key)
        WHERE source IS NOT NULL
        """,
        """
        CREATE TABLE library_shelf_entries (
          owner TEXT NOT NULL,
          shelf TEXT NOT NULL,
          added REAL NOT NULL,
          id TEXT NOT NULL,
          entry INTEGER NOT NULL REFERENCES library_entries ON DELETE CASCADE,
          words TEXT NOT NULL,
          PRIMARY KEY (owner, shelf, added DESC, id DESC)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX library_shelf_entries_entry ON library_shelf_entries (entry)",
        """
        CREATE TABLE library_progress (
          entry INTEGER NOT NULL REFERENCES library_entries ON DELETE CASCADE,
          place INTEGER NOT NULL,
          day INTEGER NOT NULL,
          page INTEGER,
          percent INTEGER,
          PRIMARY KEY (entry, place)
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE library_shelves (
          number INTEGER PRIMARY KEY,
          owner TEXT NOT NULL,
          id TEXT NOT NULL,
          name TEXT NOT NULL,
          UNIQUE (owner, id)
        ) STRICT
        """,
        "CREATE INDEX library_shelves_owner ON library_shelves (owner)",
      ])
  ]
}
