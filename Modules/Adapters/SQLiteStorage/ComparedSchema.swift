import Services

/// The schema of a file beside the one that the app creates.
///
/// What another program has added is neither backed up nor restored: indexes, triggers and views, tables of its own, and
/// the statistics of ANALYZE. Virtual tables are refused, because only their module can remove them.
struct ComparedSchema {
  /// The names of the app's tables.
  let tables: Set<String>
  /// What another program has added, and what can be removed.
  let additions: [SchemaRow]
  private let expected: [SchemaRow]
  private let others: [SchemaRow]

  /// - Parameter hasRetired: whether the file has had a module that the app no longer has. Then it may also have
  ///   tables that no migration creates, and indexes of columns of these; they stay.
  init(expected: [SchemaRow], found: [SchemaRow], hasRetired: Bool) {
    let expected = expected.filter { !$0.isSequence }
    self.expected = expected
    let tables = Set(expected.map(\.table))
    self.tables = tables
    let names = Set(expected.map(\.name))
    let kept = found.filter { row in
      !row.isSequence && !(hasRetired && !tables.contains(row.table) && row.isPlain)
    }
    additions = kept.filter { !names.contains($0.name) && $0.isRemovable }
    others = kept.filter { names.contains($0.name) || !$0.isRemovable }
  }

  /// Throws for a schema that is not the app's, besides the additions.
  func check(_ path: String) throws(StorageError) {
    guard others != expected else { return }
    let names = Set(expected.map(\.name))
    if let row = others.first(where: { !names.contains($0.name) }) {
      throw .refused(
        "another program has added “\(row.shortName)” to \(path); remove it with that program first"
      )
    }
    let missing = expected.filter { !others.contains($0) }
    let row = missing.first { $0.type == "table" } ?? missing.first ?? others.first
    throw .refused(
      "the table or index “\(row?.shortName ?? "")” of \(path) was changed or is missing")
  }
}

/// A row of `sqlite_schema` (sqlite.org/schematab.html).
struct SchemaRow: Comparable {
  /// The type, name, table and statement, of which white space is collapsed.
  private let columns: [String]
  /// Whether it is an index that calculates its values or its rows, with any effort.
  private let calculates: Bool

  var type: String { columns[0] }
  var name: String { columns[1] }
  /// The table that the row describes or belongs to.
  var table: String { columns[2] }
  /// The statement that creates it; empty for the index of a constraint.
  var statement: String { columns[3] }

  /// - Parameters:
  ///   - columns: the type, name, table and statement.
  ///   - calculates: the names of the indexes of expressions or of a part of the rows.
  init(_ columns: [String], calculates: Set<String>) {
    self.columns =
      columns.prefix(3)
      + columns.dropFirst(3).map {
        $0.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      }
    self.calculates = calculates.contains(columns[1])
  }

  static func == (left: Self, right: Self) -> Bool { left.columns == right.columns }
  static func < (left: Self, right: Self) -> Bool {
    left.columns.lexicographicallyPrecedes(right.columns)
  }

  /// The name for a statement.
  var quotedName: String { "\"\(name.replacing("\"", with: "\"\""))\"" }
  /// The name for a message.
  var shortName: String { String(name.prefix(60)) }

  /// Whether it is an index of columns or a table that is not virtual: they run and calculate nothing.
  /// SQLite refuses a file whose statement creates another thing than the type says.
  var isPlain: Bool {
    type == "index" && !calculates || type == "table" && statement.hasPrefix("CREATE TABLE ")
  }

  /// Whether it is the table of the last numbers of all tables with AUTOINCREMENT, which can't be removed.
  var isSequence: Bool { statement == "CREATE TABLE sqlite_sequence(name,seq)" }

  /// Whether it can be removed without running or calculating anything of it. Names of SQLite are reserved; of its own
  /// tables only those of ANALYZE can be removed (sqlite.org/fileformat2.html#stat1tab).
  var isRemovable: Bool {
    if statement == "CREATE TABLE sqlite_stat1(tbl,idx,stat)"
      || statement == "CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)"
    {
      return true
    }
    return !table.lowercased().hasPrefix("sqlite_") && (type != "table" || isPlain)
  }
}
