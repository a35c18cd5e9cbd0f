import Services

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
