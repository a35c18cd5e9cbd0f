import Services

/// The table of earlier readings.
enum PastReadingTable {
  static let migrations = [
    Migration(
      "books", "readings",
      [
        """
        CREATE TABLE library_readings (
          entry INTEGER NOT NULL REFERENCES library_entries ON DELETE CASCADE,
          place INTEGER NOT NULL,
          started INTEGER CHECK (started \(days)),
          finished INTEGER NOT NULL CHECK (finished \(days)),
          PRIMARY KEY (entry, place)
        ) STRICT, WITHOUT ROWID
        """
      ])
  ]

  /// Allows readings without a finish date. Drops invalid and orphaned rows, and leaves an invalid start empty.
  static let undated = [
    Migration(
      "books", "undated readings",
      [
        """
        CREATE TABLE library_undated_readings (
          entry INTEGER NOT NULL REFERENCES library_entries ON DELETE CASCADE,
          place INTEGER NOT NULL,
          started INTEGER CHECK (started \(days)),
          finished INTEGER CHECK (finished \(days)),
          PRIMARY KEY (entry, place)
        ) STRICT, WITHOUT ROWID
        """,
        """
        INSERT INTO library_undated_readings
        SELECT entry, place, iif(started \(days), started, NULL), finished FROM library_readings
        WHERE finished \(days) AND entry IN (SELECT number FROM library_entries)
        """,
        "DROP TABLE library_readings",
        "ALTER TABLE library_undated_readings RENAME TO library_readings",
      ])
  ]

  private static let days =
    "BETWEEN \(EntryBounds.day.lowerBound) AND \(EntryBounds.day.upperBound)"
}
