import Files
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

  /// Allows readings without a finish date.
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
        "INSERT INTO library_undated_readings SELECT * FROM library_readings",
        "DROP TABLE library_readings",
        "ALTER TABLE library_undated_readings RENAME TO library_readings",
      ])
  ]

  private static let days =
    "BETWEEN \(EntryBounds.day.lowerBound) AND \(EntryBounds.day.upperBound)"

  /// Stores the readings of an entry instead of those before.
  static func save(
    _ readings: [PastReading], of number: DatabaseValue, in transaction: any DatabaseTransaction
  ) throws(StorageError) {
    try transaction.execute("DELETE FROM library_readings WHERE entry = ?", [number])
    for (place, reading) in readings.enumerated() {
      try transaction.execute(
        "INSERT INTO library_readings VALUES (?, ?, ?, ?)",
        [
          number, DatabaseValue(place), DatabaseValue(reading.started?.daysSince1970),
          DatabaseValue(reading.finished?.daysSince1970),
        ])
    }
  }

  /// Returns the reading in a row from a column on; nil for an unreadable row.
  static func reading(
    _ row: any DatabaseRow, from column: Int, of number: Int, _ damage: RowDamageLog
  ) -> PastReading? {
    let stored = row.integer(column + 1)
    let finished = EntryBounds.kept(stored, EntryBounds.day)
    guard finished != nil || stored == nil else {
      damage.note("it can't be read and was skipped", in: "earlier reading of book \(number)")
      return nil
    }
    let started = EntryBounds.kept(row.integer(column), EntryBounds.day)
    return PastReading(
      started: started.map { CalendarDate(daysSince1970: $0) },
      finished: finished.map { CalendarDate(daysSince1970: $0) })
  }
}
