import Services

/// One of two sets of tables: a catalogue answers from one while the other is filled.
///
/// - `works`, `authors`: records by the number in their keys. `editions`: the combined editions of
///   each work. `printed`: single editions until they are counted.
/// - `names`: the numbers of keys without one. `redirects`: replaced keys and their targets.
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
      "orders",
      "search",
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

/// The metadata of a catalogue's database.
struct CatalogueState: Sendable {
  /// The current tables.
  var slot: CatalogueSlot
  /// The catalogue's name in references.
  var source: String
  /// Identifies the content and format of the tables: see ``fingerprint(of:)``.
  var fingerprint: String

  /// The formats that can be searched. The last one is the current one; a new one is added when the
  /// tables or the index are filled in another way.
  private static let formats = 3...6

  /// Returns the fingerprint of tables with this content in the current format.
  static func fingerprint(of text: String) -> String { "\(formats.upperBound) \(text)" }

  /// Whether the tables have a format that can be searched: an import takes hours, so an older one is
  /// used as long as possible.
  var isSearchable: Bool {
    Int(fingerprint.prefix { $0 != " " }).map { Self.formats.contains($0) } ?? false
  }

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
        // The state of an interrupted import.
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
      ]),
    // The words of each index and in how many books they are (sqlite.org/fts5.html, section 7).
    Migration(
      "catalogue", "words",
      [CatalogueSlot.a, .b].map { slot in
        "CREATE VIRTUAL TABLE \(slot.words) USING fts5vocab('search_\(slot.rawValue)', 'row')"
      }),
  ]

  /// Returns the metadata, or nil for an empty database. If the name of the tables is unknown, these are
  /// an outdated catalogue, which an import or the embedded records replace.
  static func read(_ reader: any DatabaseReader) throws(StorageError) -> CatalogueState? {
    try reader.first("SELECT slot, source, fingerprint FROM catalogue WHERE id = 1") {
      row throws(StorageError) in
      let slot = CatalogueSlot(rawValue: try row.string(0))
      return CatalogueState(
        slot: slot ?? .a, source: try row.string(1),
        fingerprint: slot == nil ? "" : try row.string(2))
    }
  }

  /// Stores the metadata, which makes its tables the current ones.
  func write(_ transaction: any DatabaseTransaction) throws(StorageError) {
    try transaction.execute(
      "INSERT OR REPLACE INTO catalogue VALUES (1, ?, ?, ?)",
      [.text(slot.rawValue), .text(source), .text(fingerprint)])
  }
}
