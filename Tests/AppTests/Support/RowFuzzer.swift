// Needs: Backups, Books, Onboarding, Transfers

import Core
import Services
import Foundation
import SQLiteStorage

/// Writes random values into the rows of any database.
///
/// The tables are found in `sqlite_schema`, so new tables are included. Checks and foreign keys are
/// off: values may be anything that the column's type allows.
struct RowFuzzer {
  /// A column of a table.
  struct Column: CustomStringConvertible, Hashable {
    let table: String
    let name: String
    let type: String

    var description: String { "\(table).\(name)" }
  }

  /// The number of changed rows per table.
  private static let rows = 50

  private let connection: SQLiteConnection
  /// The columns of all tables.
  let columns: [Column]
  private var random: SeededRandomness

  init(_ path: String, seed: UInt64) throws {
    connection = try SQLiteConnection(path: path, mode: .write)
    random = SeededRandomness(seed: seed)
    for setting in ["ignore_check_constraints=ON", "foreign_keys=OFF"] {
      try connection.run("PRAGMA \(setting)")
    }
    // The tables of the full-text index are SQLite's own, and so is the list of migrations.
    columns = try connection.rows(
      """
      SELECT t.name, c.name, c.type FROM sqlite_schema AS t, pragma_table_info(t.name) AS c
      WHERE t.type = 'table' AND t.name <> 'migrations' AND t.sql LIKE '%STRICT%'
      ORDER BY t.name, c.cid
      """
    ) { row throws(StorageError) in
      Column(
        table: try row.string(0), name: try row.string(1), type: try row.string(2))
    }
  }

  /// Returns the columns that are changed together: one of every table; in a nightly run, one of one table.
  static func rounds(of columns: [Column]) -> [[Column]] {
    if Nightly.isRunning { return columns.map { [$0] } }
    let tables = Dictionary(grouping: columns, by: \.table).values
    return (0..<(tables.map(\.count).max() ?? 0)).map { number in
      tables.map { $0[number % $0.count] }.sorted { $0.table < $1.table }
    }
  }

  /// Writes random values into about half of a column's rows, at least one.
  ///
  /// - Returns: the number of changed rows.
  mutating func change(_ column: Column) throws -> Int {
    var changed = 0
    let (name, key) = ("\"\(column.name)\"", try keyColumns(of: column.table))
    let mark = Self.others.contains(column.type) ? "?" : "CAST(? AS TEXT)"
    let old = try connection.rows(
      "SELECT \(key.joined(separator: ", ")), \(name) FROM \"\(column.table)\" LIMIT \(Self.rows)"
    ) { row throws(StorageError) in
      (key.indices.map { Self.value(row, $0) }, row.blob(key.count) ?? Data())
    }
    let condition = key.map { "\($0) IS ?" }.joined(separator: " AND ")
    for (place, bytes) in old {
      guard changed == 0 || random.next(below: 2) == 0 else { continue }
      // A value refused by a key or NOT NULL is replaced by another one.
      for _ in 0..<5 {
        let count = try? connection.execute(
          "UPDATE OR IGNORE \"\(column.table)\" SET \(name) = \(mark) WHERE \(condition)",
          [value(column.type, bytes)] + place)
        changed += count ?? 0
        if count == 1 { break }
      }
    }
    return changed
  }

  /// Returns the identifying columns of a table: the row number, or the key of a table without one.
  private func keyColumns(of table: String) throws -> [String] {
    let key = try connection.rows(
      "SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk", [.text(table)]
    ) { row throws(StorageError) in "\"\(try row.string(0))\"" }
    return key.isEmpty ? ["rowid"] : key
  }

  private static func value(_ row: any DatabaseRow, _ column: Int) -> DatabaseValue {
    guard let text = row.text(column) else { return .null }
    if let number = row.integer(column), String(number) == text { return .integer(Int64(number)) }
    if let number = row.real(column), Double(text) != nil { return .real(number) }
    return .text(text)
  }

  // MARK: Values

  /// The types of columns that are not text.
  private static let others = ["INTEGER", "REAL", "BLOB"]

  private mutating func value(_ type: String, _ old: Data) -> DatabaseValue {
    if random.next(below: 10) == 0 { return .null }
    switch type {
    case "INTEGER": return .integer(integer())
    case "REAL": return .real(real())
    case "BLOB": return .blob(random.next(below: 2) == 0 ? changed(old) : bytes())
    default:
      // Also bytes that aren't UTF-8, which SQLite stores as text.
      return .blob(random.next(below: 2) == 0 ? changed(old) : bytes())
    }
  }

  private mutating func integer() -> Int64 {
    let extremes: [Int64] = [
      .min, .min + 1, .max, .max - 1, -1, 0, 1, 6, 101, -9999, 1 << 31, -(1 << 31), 1 << 53,
      719_162, -719_163, 3_000_000,
    ]
    return pick(extremes)
  }

  private mutating func real() -> Double {
    pick([
      1e300, -1e300, .infinity, -.infinity, 0, -0.0, .leastNonzeroMagnitude, 0.5, -1, 1e15, -1e15,
      2.6e11, -6.4e10,
      9.3e18, -9.3e18,
    ])
  }

  private mutating func bytes() -> Data {
    switch random.next(below: 6) {
    case 0: Data()
    case 1: Data((0..<40).map { _ in UInt8(random.next(below: 256)) })
    case 2: Data(String(repeating: "e\u{301}👩‍👩‍👧 \u{202E}\u{1B}[2J", count: 3000).utf8)
    case 3: Data(String(repeating: "[", count: 20_000).utf8)
    case 4: Data(pick(["null", "[]", "{}", "[{}]", "\"x\"", "-1", "9223372036854775807"]).utf8)
    default: Data("\u{0}\n\r\u{2028}a\u{0}b".utf8)
    }
  }

  /// Returns the bytes with other numbers, like an edited record.
  private mutating func changed(_ old: Data) -> Data {
    let numbers = [
      "9223372036854775807", "-9223372036854775808", "-1", "1e300", "99999999999999999999", "0",
      "292277026596-01-01T00:00:00Z", "null",
    ]
    var result = Data()
    var isNumber = false
    for byte in old {
      let isDigit = (48...57).contains(byte)
      if isDigit, !isNumber, random.next(below: 3) == 0 {
        result += Data(pick(numbers).utf8)
        isNumber = true
      } else if !(isDigit && isNumber) {
        result.append(byte)
        isNumber = false
      }
    }
    return result
  }

  private mutating func pick<Value>(_ values: [Value]) -> Value {
    values[random.next(below: values.count)]
  }
}
