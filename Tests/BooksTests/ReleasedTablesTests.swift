import Services
import TestKit
import Testing

@testable import Books

@Suite("The released tables of a library")
struct ReleasedTablesTests {
  @Test("The tables of a library change only by a further migration")
  func tables() throws {
    let expected = Self.released.split(separator: ";").map {
      $0.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    #expect(try TestDatabase.books().schema == expected)
  }

  /// What the migrations of the released versions make. Also a changed bound in the code changes it: then the file of
  /// a user differs from what the app expects, and backups are refused. Append a migration, and change this with it.
  private static let released = """
    CREATE TABLE imported_headers (
      number INTEGER PRIMARY KEY, owner TEXT NOT NULL, text TEXT NOT NULL,
      UNIQUE (owner, text)) STRICT;
    CREATE TABLE "imported_rows" (
      owner TEXT NOT NULL, entry TEXT NOT NULL,
      position INTEGER NOT NULL CHECK (position BETWEEN 0 AND 1099511627776),
      header INTEGER NOT NULL REFERENCES imported_headers, text TEXT NOT NULL,
      PRIMARY KEY (owner, entry)) STRICT;
    CREATE TABLE library_change_entries (
      change INTEGER NOT NULL REFERENCES library_changes ON DELETE CASCADE,
      place INTEGER NOT NULL,
      before TEXT,
      after TEXT,
      PRIMARY KEY (change, place),
      CHECK (before IS NOT NULL OR after IS NOT NULL)
    ) STRICT;
    CREATE TABLE library_changes (
      number INTEGER PRIMARY KEY,
      owner TEXT NOT NULL,
      undone INTEGER NOT NULL CHECK (undone IN (0, 1)),
      size INTEGER NOT NULL CHECK (size >= 0),
      kind TEXT NOT NULL,
      shelf TEXT
    ) STRICT;
    CREATE INDEX library_changes_owner ON library_changes (owner);
    CREATE TABLE "library_entries" (
      number INTEGER PRIMARY KEY,
      owner TEXT NOT NULL,
      id TEXT NOT NULL,
      title TEXT NOT NULL,
      alternative_title TEXT,
      authors TEXT NOT NULL,
      year INTEGER CHECK (year BETWEEN -9999 AND 9999),
      pages INTEGER CHECK (pages BETWEEN 0 AND 1000000),
      language TEXT,
      cover INTEGER CHECK (cover BETWEEN 0 AND 2147483647),
      subjects TEXT NOT NULL,
      source TEXT,
      source_key TEXT,
      started INTEGER CHECK (started BETWEEN -719162 AND 2932896),
      finished INTEGER CHECK (finished BETWEEN -719162 AND 2932896),
      page INTEGER CHECK (page BETWEEN 0 AND 1000000),
      percent INTEGER CHECK (percent BETWEEN 0 AND 100),
      added REAL NOT NULL CHECK (added BETWEEN -63114076800.0 AND 252423993599.0),
      review TEXT NOT NULL,
      notes TEXT NOT NULL, isbn TEXT, half_stars INTEGER
    CHECK (half_stars BETWEEN 1
    AND 10), series TEXT, volume TEXT, format TEXT, copies INTEGER CHECK (copies BETWEEN 1 AND 10000),
      UNIQUE (owner, id)
    ) STRICT;
    CREATE INDEX library_entries_added ON library_entries (owner, added, id);
    CREATE INDEX library_entries_source ON library_entries (owner, source, source_key)
    WHERE source IS NOT NULL;
    CREATE TABLE library_links (
      owner TEXT NOT NULL,
      key TEXT NOT NULL,
      entry INTEGER NOT NULL REFERENCES library_entries ON DELETE CASCADE,
      PRIMARY KEY (owner, key, entry DESC)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX library_links_entry ON library_links (entry);
    CREATE TABLE "library_progress" (
      entry INTEGER NOT NULL REFERENCES "library_entries" ON DELETE CASCADE,
      place INTEGER NOT NULL,
      day INTEGER NOT NULL CHECK (day BETWEEN -719162 AND 2932896),
      page INTEGER CHECK (page BETWEEN 0 AND 1000000),
      percent INTEGER CHECK (percent BETWEEN 0 AND 100),
      PRIMARY KEY (entry, place),
      CHECK (page IS NOT NULL OR percent IS NOT NULL)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE "library_readings" (
      entry INTEGER NOT NULL REFERENCES library_entries ON DELETE CASCADE,
      place INTEGER NOT NULL,
      started INTEGER CHECK (started BETWEEN -719162 AND 2932896),
      finished INTEGER CHECK (finished BETWEEN -719162 AND 2932896),
      PRIMARY KEY (entry, place)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE library_search (
      owner TEXT NOT NULL,
      added REAL NOT NULL,
      entry INTEGER NOT NULL REFERENCES library_entries ON DELETE CASCADE,
      titles TEXT NOT NULL,
      authors TEXT NOT NULL,
      subjects TEXT NOT NULL,
      texts TEXT NOT NULL,
      year INTEGER,
      language TEXT,
      isbn TEXT,
      PRIMARY KEY (owner, added DESC, entry DESC)
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX library_search_entry ON library_search (entry);
    CREATE TABLE "library_shelf_entries" (
      owner TEXT NOT NULL,
      shelf TEXT NOT NULL,
      added REAL NOT NULL CHECK (added BETWEEN -63114076800.0 AND 252423993599.0),
      id TEXT NOT NULL,
      entry INTEGER NOT NULL REFERENCES "library_entries" ON DELETE CASCADE,
      words TEXT NOT NULL,
      PRIMARY KEY (owner, shelf, added DESC, id DESC)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX library_shelf_entries_entry ON library_shelf_entries (entry);
    CREATE TABLE library_shelf_orders (
      owner TEXT NOT NULL,
      shelf TEXT NOT NULL,
      key TEXT NOT NULL,
      reversed INTEGER NOT NULL CHECK (reversed IN (0, 1)),
      PRIMARY KEY (owner, shelf)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE library_shelves (
      number INTEGER PRIMARY KEY,
      owner TEXT NOT NULL,
      id TEXT NOT NULL,
      name TEXT NOT NULL,
      UNIQUE (owner, id)
    ) STRICT;
    CREATE INDEX library_shelves_owner ON library_shelves (owner)
    """
}
