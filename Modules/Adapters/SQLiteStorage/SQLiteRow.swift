import Services
import CSQLite
import Foundation

/// The current row of a statement.
final class SQLiteRow: DatabaseRow {
  let statement: OpaquePointer

  init(statement: OpaquePointer) {
    self.statement = statement
  }

  func text(_ column: Int) -> String? {
    let column = Int32(truncatingIfNeeded: column)
    guard let start = sqlite3_column_text(statement, column) else { return nil }
    let count = Int(sqlite3_column_bytes(statement, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  func integer(_ column: Int) -> Int? {
    let column = Int32(truncatingIfNeeded: column)
    let number = sqlite3_column_int64(statement, column)
    // Null reads as zero, so the type is checked only for zero.
    if number == 0, sqlite3_column_type(statement, column) == SQLITE_NULL { return nil }
    return Int(number)
  }

  func real(_ column: Int) -> Double? {
    let column = Int32(truncatingIfNeeded: column)
    let number = sqlite3_column_double(statement, column)
    if number == 0, sqlite3_column_type(statement, column) == SQLITE_NULL { return nil }
    return number
  }

  func blob(_ column: Int) -> Data? {
    let column = Int32(truncatingIfNeeded: column)
    guard let start = sqlite3_column_blob(statement, column) else {
      // An empty value has no address, but is not null.
      return sqlite3_column_type(statement, column) == SQLITE_NULL ? nil : Data()
    }
    return Data(bytes: start, count: Int(sqlite3_column_bytes(statement, column)))
  }
}
