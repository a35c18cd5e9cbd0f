import Catalogue
import Services

/// Adds the ISBN, and the tables by which books of a library are found.
///
/// - `library_search`: the folded texts of each entry, newest first, so that a search reads one
///   range. It isn't a full-text index, in which deleted words of a note would stay.
/// - `library_links`: the keys by which a catalogue's book is recognised, see ``BookLink``.
enum LibrarySearchMigration {
  static let all = [
    Migration("books", "search") { transaction throws(StorageError) in
      try transaction.execute(BoundsMigration.keepingValid())
      for statement in tables { try transaction.execute(statement) }
      try fillNumbers(transaction)
      try fill(transaction)
    }
  ]

  private static let tables = [
    "ALTER TABLE library_entries ADD COLUMN isbn TEXT",
    """
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
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE UNIQUE INDEX library_search_entry ON library_search (entry)",
    """
    CREATE TABLE library_links (
      owner TEXT NOT NULL,
      key TEXT NOT NULL,
      entry INTEGER NOT NULL REFERENCES library_entries ON DELETE CASCADE,
      PRIMARY KEY (owner, key, entry DESC)
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX library_links_entry ON library_links (entry)",
  ]

  /// Fills in the ISBNs of imported rows.
  private static func fillNumbers(_ transaction: any DatabaseTransaction) throws(StorageError) {
    try transaction.fillEntries("isbn = ?") { row in
      let isbn = GoodreadsBook.isbn(row)
      return isbn.isEmpty ? nil : [.text(isbn)]
    }
  }

  /// Fills the tables from the entries. A list that can't be read counts as empty.
  private static func fill(_ transaction: any DatabaseTransaction) throws(StorageError) {
    let numbers = try transaction.rows("SELECT number FROM library_entries") {
      row throws(StorageError) in try row.number(0)
    }
    for number in numbers { try row(of: number, transaction)?.insert(transaction) }
  }

  /// Returns what an entry adds to the tables, by the columns of this version.
  static func row(
    of number: Int, _ reader: any DatabaseReader
  ) throws(StorageError) -> LibrarySearchRow? {
    try reader.first(
      """
      SELECT owner, added, title, alternative_title, authors, subjects, year, language, isbn,
        review, notes
      FROM library_entries WHERE number = ?
      """, [DatabaseValue(number)]
    ) { row throws(StorageError) in
      LibrarySearchRow(
        owner: try row.string(0), number: number, added: try row.time(1),
        book: BookCopy(
          title: try row.string(2), alternativeTitle: row.text(3),
          authors: LibraryColumns.authors(try row.string(4)), year: row.integer(6),
          language: row.text(7), subjects: LibraryColumns.items(try row.string(5)) ?? [],
          isbn: row.text(8)),
        review: try row.string(9), notes: try row.string(10))
    }
  }
}
