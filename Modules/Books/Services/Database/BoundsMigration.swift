import Services

/// Makes the tables refuse invalid numbers.
///
/// SQLite can't add a check to an existing table, so each table is built again and filled from the
/// old one. Invalid values in an old library do not stop the migration: a number becomes NULL, a
/// time is clamped, and an orphaned row is dropped.
enum BoundsMigration {
  static let all = [
    Migration(
      "books", "bounds", entries + shelves + progress + rows + replacing)
  ]

  private static func number(_ bounds: ClosedRange<Int>) -> String {
    "BETWEEN \(bounds.lowerBound) AND \(bounds.upperBound)"
  }

  private static func column(_ name: String, _ bounds: ClosedRange<Int>) -> String {
    "\(name) INTEGER CHECK (\(name) \(number(bounds)))"
  }

  /// Returns SQL for the number, or NULL if it is out of range.
  private static func kept(_ name: String, _ bounds: ClosedRange<Int>) -> String {
    "iif(\(name) \(number(bounds)), \(name), NULL)"
  }

  private static let added =
    "added BETWEEN \(DatabaseValue.times.lowerBound) AND \(DatabaseValue.times.upperBound)"
  private static let clampedAdded =
    "min(max(added, \(DatabaseValue.times.lowerBound)), \(DatabaseValue.times.upperBound))"

  private static let entries = [
    """
    CREATE TABLE new_library_entries (
      number INTEGER PRIMARY KEY,
      owner TEXT NOT NULL,
      id TEXT NOT NULL,
      title TEXT NOT NULL,
      alternative_title TEXT,
      authors TEXT NOT NULL,
      \(column("year", EntryBounds.year)),
      \(column("pages", EntryBounds.pages)),
      language TEXT,
      \(column("cover", EntryBounds.cover)),
      subjects TEXT NOT NULL,
      source TEXT,
      source_key TEXT,
      \(column("rating", EntryBounds.rating)),
      \(column("started", EntryBounds.day)),
      \(column("finished", EntryBounds.day)),
      \(column("page", EntryBounds.pages)),
      \(column("percent", EntryBounds.percent)),
      added REAL NOT NULL CHECK (\(added)),
      review TEXT NOT NULL,
      notes TEXT NOT NULL,
      UNIQUE (owner, id)
    ) STRICT
    """,
    """
    INSERT INTO new_library_entries
    SELECT number, owner, id, title, alternative_title, authors,
      \(kept("year", EntryBounds.year)), \(kept("pages", EntryBounds.pages)), language,
      \(kept("cover", EntryBounds.cover)), subjects, source, source_key,
      \(kept("rating", EntryBounds.rating)), \(kept("started", EntryBounds.day)),
      \(kept("finished", EntryBounds.day)), \(kept("page", EntryBounds.pages)),
      \(kept("percent", EntryBounds.percent)), \(clampedAdded), review, notes
    FROM library_entries
    """,
  ]

  /// Returns SQL that removes invalid numbers from the entries, to run before `ADD COLUMN`: SQLite then checks all rows
  /// if the column has a CHECK, and newer versions always do.
  static func keepingValid(
    _ rating: String = "rating", _ ratings: ClosedRange<Int> = EntryBounds.rating
  ) -> String {
    """
    UPDATE library_entries SET year = \(kept("year", EntryBounds.year)),
      pages = \(kept("pages", EntryBounds.pages)), cover = \(kept("cover", EntryBounds.cover)),
      \(rating) = \(kept(rating, ratings)), started = \(kept("started", EntryBounds.day)),
      finished = \(kept("finished", EntryBounds.day)), page = \(kept("page", EntryBounds.pages)),
      percent = \(kept("percent", EntryBounds.percent)), added = \(clampedAdded)
    """
  }

  private static let shelves = [
    """
    CREATE TABLE new_library_shelf_entries (
      owner TEXT NOT NULL,
      shelf TEXT NOT NULL,
      added REAL NOT NULL CHECK (\(added)),
      id TEXT NOT NULL,
      entry INTEGER NOT NULL REFERENCES new_library_entries ON DELETE CASCADE,
      words TEXT NOT NULL,
      PRIMARY KEY (owner, shelf, added DESC, id DESC)
    ) STRICT, WITHOUT ROWID
    """,
    """
    INSERT OR IGNORE INTO new_library_shelf_entries
    SELECT owner, shelf, \(clampedAdded), id, entry, words FROM library_shelf_entries
    WHERE entry IN (SELECT number FROM library_entries)
    """,
  ]

  private static let progress = [
    """
    CREATE TABLE new_library_progress (
      entry INTEGER NOT NULL REFERENCES new_library_entries ON DELETE CASCADE,
      place INTEGER NOT NULL,
      day INTEGER NOT NULL CHECK (day \(number(EntryBounds.day))),
      \(column("page", EntryBounds.pages)),
      \(column("percent", EntryBounds.percent)),
      PRIMARY KEY (entry, place),
      CHECK (page IS NOT NULL OR percent IS NOT NULL)
    ) STRICT, WITHOUT ROWID
    """,
    """
    INSERT INTO new_library_progress
    SELECT entry, place, day, \(kept("page", EntryBounds.pages)),
      \(kept("percent", EntryBounds.percent))
    FROM library_progress
    WHERE entry IN (SELECT number FROM library_entries) AND day \(number(EntryBounds.day))
      AND (page \(number(EntryBounds.pages)) OR percent \(number(EntryBounds.percent)))
    """,
  ]

  /// A row without its file's header can't be read; the next import stores it again.
  private static let rows = [
    """
    CREATE TABLE new_imported_rows (
      owner TEXT NOT NULL, entry TEXT NOT NULL,
      position INTEGER NOT NULL CHECK (position \(number(EntryBounds.position))),
      header INTEGER NOT NULL REFERENCES imported_headers, text TEXT NOT NULL,
      PRIMARY KEY (owner, entry)) STRICT
    """,
    """
    INSERT INTO new_imported_rows
    SELECT owner, entry, iif(position \(number(EntryBounds.position)), position, 0), header, text
    FROM imported_rows WHERE header IN (SELECT number FROM imported_headers)
    """,
  ]

  /// Referencing tables are replaced first, because deleting a referenced row would delete their
  /// rows.
  private static let replacing =
    ["library_shelf_entries", "library_progress", "library_entries", "imported_rows"].flatMap {
      ["DROP TABLE \($0)", "ALTER TABLE new_\($0) RENAME TO \($0)"]
    } + [
      "CREATE INDEX library_entries_added ON library_entries (owner, added, id)",
      """
      CREATE INDEX library_entries_source ON library_entries (owner, source, source_key)
      WHERE source IS NOT NULL
      """,
      "CREATE INDEX library_shelf_entries_entry ON library_shelf_entries (entry)",
    ]
}
