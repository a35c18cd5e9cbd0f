import Services
import CSQLite
import Foundation

/// The row on which a statement stands.
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
    // Only a zero can stand for null: the type is asked for where it matters.
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
      // No bytes at all have no address, and are a value.
      return sqlite3_column_type(statement, column) == SQLITE_NULL ? nil : Data()
    }
    return Data(bytes: start, count: Int(sqlite3_column_bytes(statement, column)))
  }
}
