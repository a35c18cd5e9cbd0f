import Services

/// One of two sets of tables: a catalogue answers from one while the other is filled.
///
/// - `works`, `authors`: records by the number in their keys. `editions`: the combined editions of
///   each work. `printed`: single editions until they are counted.
/// - `names`: the numbers of keys without one. `redirects`: replaced keys and their targets.
/// - `featured`: the works to begin with, in their order; empty in an imported dump.
/// - `ranks`: the works by popularity, 1 for the most popular one. `orders`: the other sort keys.
///   `search`: the words of each work, under its rank, so that the most popular matches come first
///   and a search can stop when it has enough.
enum CatalogueSlot: String, Sendable {
  case a, b

  /// The other set of tables.
  var other: Self { self == .a ? .b : .a }

  /// The names of the tables.
  var tables: [String] {
    [
      "works", "authors", "editions", "printed", "names", "redirects", "featured", "ranks",
      "orders", "search",
    ].map { "\($0)_\(rawValue)" }
  }

  /// The table of the single editions, which is unused once they are counted.
  var printed: String { "printed_\(rawValue)" }

  /// The table of the words of the index, which is read only.
  var words: String { "\(rawValue)_words" }

  /// Creates empty tables, replacing existing ones.
  func create(in transaction: any DatabaseTransaction) throws(StorageError) {
    try drop(from: transaction)
    for statement in Self.statements {
      try transaction.execute(statement.replacing("{slot}", with: rawValue))
    }
  }

  /// Deletes the tables.
  ///
  /// SQLite deletes a table in one step; cancellation is checked between two tables.
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
    // Words are folded by the app. Prefixes of one to three letters, which match half of all books,
    // have lists of their own. Neither text nor lengths are stored: ranking uses the position of
    // words and the popularity.
    """
    CREATE VIRTUAL TABLE search_{slot} USING fts5(
      title, other, author, subject, facts, content='', columnsize=0, prefix='1 2 3',
      tokenize="ascii tokenchars '_'"
    )
    """,
  ]
}
