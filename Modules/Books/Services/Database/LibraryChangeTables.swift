import Services

/// The tables of the changes that can be undone and redone.
///
/// A change is written in the transaction that makes it. Its texts are checked when they are read;
/// see ``StoredChange``.
enum LibraryChangeTables {
  static let migrations = [
    Migration(
      "books", "changes",
      [
        """
        CREATE TABLE library_changes (
          number INTEGER PRIMARY KEY,
          owner TEXT NOT NULL,
          undone INTEGER NOT NULL CHECK (undone IN (0, 1)),
          size INTEGER NOT NULL CHECK (size >= 0),
          kind TEXT NOT NULL,
          shelf TEXT
        ) STRICT
        """,
        "CREATE INDEX library_changes_owner ON library_changes (owner)",
        """
        CREATE TABLE library_change_entries (
          change INTEGER NOT NULL REFERENCES library_changes ON DELETE CASCADE,
          place INTEGER NOT NULL,
          before TEXT,
          after TEXT,
          PRIMARY KEY (change, place),
          CHECK (before IS NOT NULL OR after IS NOT NULL)
        ) STRICT
        """,
      ])
  ]
}
