import Services

/// The schema of a file beside the one that the app creates.
///
/// What another program has added - tables, indexes, triggers, views, the statistics of ANALYZE - is neither backed
/// up nor restored.
struct ComparedSchema {
  /// The names of the app's tables.
  let tables: Set<String>
  /// What another program has added.
  let additions: [SchemaRow]
  /// Whether the file has had a module that the app no longer has. Then it may also have tables that no
  /// migration creates, and indexes of columns of these; they stay, and nothing else may be added.
  let hasRetired: Bool
  /// Whether the file has the last numbers of the app's tables with AUTOINCREMENT.
  let hasSequence: Bool
  private let expected: [SchemaRow]
  private let others: [SchemaRow]

  init(expected: [SchemaRow], found: [SchemaRow], hasRetired: Bool) {
    hasSequence = expected.contains(where: \.isSequence) && found.contains(where: \.isSequence)
    let expected = expected.filter { !$0.isSequence }
    self.expected = expected
    self.hasRetired = hasRetired
    tables = Set(expected.lazy.filter { $0.type == "table" }.map(\.name))
    // For SQLite names that differ in case only are one.
    let names = Set(expected.map { $0.name.lowercased() })
    let kept = found.filter { row in
      !row.isSequence && !(hasRetired && !names.contains(row.table.lowercased()) && row.isPlain)
    }
    additions = hasRetired ? [] : kept.filter { !names.contains($0.name.lowercased()) }
    others = hasRetired ? kept : kept.filter { names.contains($0.name.lowercased()) }
  }

  /// Throws for a schema that is not the app's, besides the additions.
  func check(_ path: String, for use: Use) throws(StorageError) {
    guard others != expected else { return }
    let missing = expected.filter { !others.contains($0) }
    let row =
      missing.first { $0.type == "table" } ?? missing.first
      ?? others.first { !expected.contains($0) } ?? others.first
    throw .refused(
      "“\(path)” was changed by another program (“\(row?.shortName ?? "")” is not as this app creates"
        + " it). \(use.remedy)")
  }
}

extension ComparedSchema {
  /// The reason for a check.
  enum Use {
    /// The file is a backup to be restored; the app's own if it is a library that an earlier restore has replaced.
    case restoring(isOwn: Bool)
    /// The file is a copy of the library.
    case backingUp

    /// Whether the file is the app's library or a copy of it, in which another program's statement has any length.
    var isOwn: Bool {
      switch self {
      case .restoring(let isOwn): isOwn
      case .backingUp: true
      }
    }

    /// The remedy for another schema than the app's, or for other rows than it allows.
    var remedy: String {
      switch self {
      case .restoring: "Nothing was changed; choose another file"
      case .backingUp: "Restore an automatic backup from before that change, or export your data"
      }
    }
  }
}

/// A row of `sqlite_schema` (sqlite.org/schematab.html).
struct SchemaRow: Comparable {
  /// The number of letters of a statement that are compared: a hundred times the app's longest.
  private static let comparedLength = 100_000

  /// The type, name, table and statement, of which white space is collapsed.
  private let columns: [String]
  /// Whether it is an index that calculates its values or its rows, or a table with generated columns, which an index
  /// may have: with any effort.
  private let calculates: Bool

  var type: String { columns[0] }
  var name: String { columns[1] }
  /// The table that the row describes or belongs to.
  var table: String { columns[2] }
  /// The statement that creates it; empty for the index of a constraint.
  private var statement: String { columns[3] }

  /// - Parameters:
  ///   - columns: the type, name, table and statement.
  ///   - calculates: the names of the indexes of expressions or of a part of the rows, and of the tables with
  ///     generated columns.
  init(_ columns: [String], calculates: Set<String>) {
    self.columns = columns.prefix(3) + columns.dropFirst(3).map { Self.compared($0) }
    self.calculates = calculates.contains(columns[1])
  }

  /// Returns what is compared of a statement. A longer one ends with a mark, as no statement of the app does: its rest
  /// may say anything.
  private static func compared(_ statement: String) -> String {
    // Other white space is part of a name for SQLite.
    let space = " \t\n\r\u{C}".unicodeScalars
    let beginning = statement.unicodeScalars.prefix(comparedLength)
    let words = beginning.split { space.contains($0) }.map { String($0) }
    let isCut = beginning.endIndex < statement.unicodeScalars.endIndex
    return words.joined(separator: " ") + (isCut ? "…" : "")
  }

  static func == (left: Self, right: Self) -> Bool { left.columns == right.columns }
  static func < (left: Self, right: Self) -> Bool {
    left.columns.lexicographicallyPrecedes(right.columns)
  }

  /// The name for a message.
  var shortName: String { String(name.prefix(60)) }

  /// Whether it is an index of columns, or a table that is neither virtual nor has generated columns: they run and
  /// calculate nothing.
  /// SQLite refuses a file whose statement creates another thing than the type says.
  var isPlain: Bool {
    !calculates && (type == "index" || type == "table" && statement.hasPrefix("CREATE TABLE "))
  }

  /// Whether it is the table of the last numbers of all tables with AUTOINCREMENT.
  var isSequence: Bool {
    columns == [
      "table", "sqlite_sequence", "sqlite_sequence", "CREATE TABLE sqlite_sequence(name,seq)",
    ]
  }
}
