import Services

/// One of two sets of tables: a catalogue answers from one while the other one is filled.
///
/// - `works`, `authors`: records by the number in their keys; what belongs to a work's editions
///   together stands in `editions`, and every single one in `printed` until it is counted.
/// - `names`: the numbers of keys that have none. `redirects`: what was replaced by what.
/// - `ranks`: the works by popularity, 1 for the most popular one. `orders`: what lists are ordered
///   by otherwise. `search`: the words of each, under its rank, so that the most popular hits come
///   first and a search can stop when it has enough.
enum CatalogueSlot: String, Sendable {
  case a, b

  /// The one that is filled while this one answers.
  var other: Self { self == .a ? .b : .a }

  /// The names of the tables.
  var tables: [String] {
    [
      "works", "authors", "editions", "printed", "names", "redirects", "featured", "ranks",
      "orders",
      "search",
    ].map { "\($0)_\(rawValue)" }
  }

  /// The table of the single editions, which nobody asks for once they are counted.
  var printed: String { "printed_\(rawValue)" }

  /// Makes empty tables in place of what is there.
  func create(in transaction: any DatabaseTransaction) throws(StorageError) {
    try drop(from: transaction)
    for statement in Self.statements {
      try transaction.execute(statement.replacing("{slot}", with: rawValue))
    }
  }

  /// Removes the tables.
  ///
  /// SQLite takes a table away in one piece, in which no cancelled task is noticed; between two of them
  /// it is.
  func drop(from transaction: any DatabaseTransaction) throws(StorageError) {
    for table in tables {
      if Task.isCancelled { throw .cancelled }
      try transaction.execute("DROP TABLE IF EXISTS \(table)")
    }
  }

  private static let statements = [
    """
    CREATE TABLE works_{slot} (
      id INTEGER PRIMARY KEY, title TEXT NOT NULL, authors TEXT NOT NULL, year INTEGER,
      cover INTEGER, subjects TEXT NOT NULL, summary TEXT
    ) STRICT
    """,
    """
    CREATE TABLE authors_{slot} (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL, others TEXT NOT NULL, born TEXT, died TEXT,
      biography TEXT
    ) STRICT
    """,
    """
    CREATE TABLE printed_{slot} (
      id INTEGER PRIMARY KEY, work INTEGER NOT NULL, title TEXT, year INTEGER,
      languages TEXT NOT NULL, pages INTEGER, cover INTEGER
    ) STRICT
    """,
    """
    CREATE TABLE editions_{slot} (
      id INTEGER PRIMARY KEY, count INTEGER NOT NULL, titles TEXT NOT NULL, year INTEGER,
      languages TEXT NOT NULL, pages INTEGER, cover INTEGER
    ) STRICT
    """,
    """
    CREATE TABLE names_{slot} (
      id INTEGER PRIMARY KEY, kind INTEGER NOT NULL, key TEXT NOT NULL, UNIQUE (kind, key)
    ) STRICT
    """,
    """
    CREATE TABLE redirects_{slot} (
      kind INTEGER NOT NULL, id INTEGER NOT NULL, target INTEGER NOT NULL, PRIMARY KEY (kind, id)
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE TABLE featured_{slot} (position INTEGER PRIMARY KEY, work INTEGER NOT NULL) STRICT",
    "CREATE TABLE ranks_{slot} (rank INTEGER PRIMARY KEY, work INTEGER NOT NULL) STRICT",
    """
    CREATE TABLE orders_{slot} (
      rank INTEGER PRIMARY KEY, year INTEGER, title TEXT NOT NULL
    ) STRICT
    """,
    // Words are folded by the app before they get here. The beginnings of one to three letters, under
    // which half of all books are found, have lists of their own. No text is kept, and no lengths:
    // ranking is by where words stand and by popularity.
    """
    CREATE VIRTUAL TABLE search_{slot} USING fts5(
      title, other, author, subject, facts, content='', columnsize=0, prefix='1 2 3',
      tokenize="ascii tokenchars '_'"
    )
    """,
  ]
}

/// What a catalogue's database says of itself.
struct CatalogueState: Sendable {
  /// The tables that answer.
  var slot: CatalogueSlot
  /// The catalogue's name in references.
  var source: String
  /// What the tables were made from, and how: see ``fingerprint(of:)``.
  var fingerprint: String

  /// Changed when the tables are filled, or the index has its words, in another way.
  private static let format = 3

  /// Names what tables are made from together with how they are made.
  static func fingerprint(of text: String) -> String { "\(format) \(text)" }

  /// Whether the tables were made as they are made now.
  var isCurrent: Bool { fingerprint.hasPrefix(Self.fingerprint(of: "")) }

  /// The schema migrations of the catalogue, oldest first.
  static let migrations = [
    Migration(
      "catalogue", "catalogue",
      [
        """
        CREATE TABLE catalogue (
          id INTEGER PRIMARY KEY CHECK (id = 1), slot TEXT NOT NULL, source TEXT NOT NULL,
          fingerprint TEXT NOT NULL
        ) STRICT
        """,
        // What an interrupted import has done, and where it goes on.
        """
        CREATE TABLE import (
          id INTEGER PRIMARY KEY CHECK (id = 1), slot TEXT NOT NULL, files TEXT NOT NULL,
          state TEXT NOT NULL
        ) STRICT
        """,
        """
        CREATE TABLE rejections (
          number INTEGER PRIMARY KEY, file INTEGER NOT NULL, line INTEGER NOT NULL,
          problem INTEGER NOT NULL
        ) STRICT
        """,
      ])
  ]

  /// What stands in the database, or nil before anything was put there.
  static func read(_ reader: any DatabaseReader) throws(StorageError) -> CatalogueState? {
    try reader.first("SELECT slot, source, fingerprint FROM catalogue") {
      row throws(StorageError) in
      guard let slot = CatalogueSlot(rawValue: try row.string(0)) else {
        throw .damaged("a catalogue's tables have an unknown name")
      }
      return CatalogueState(
        slot: slot, source: try row.string(1), fingerprint: try row.string(2))
    }
  }

  /// Makes other tables answer from now on.
  func write(_ transaction: any DatabaseTransaction) throws(StorageError) {
    try transaction.execute(
      "INSERT OR REPLACE INTO catalogue VALUES (1, ?, ?, ?)",
      [.text(slot.rawValue), .text(source), .text(fingerprint)])
  }
}
