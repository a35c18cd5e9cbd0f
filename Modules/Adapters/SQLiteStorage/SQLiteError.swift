package import Services
import CSQLite

/// SQLite's error of a failed operation.
package struct SQLiteError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The operation, in words for a user.
  package let operation: String
  /// The extended result code (sqlite.org/rescode.html).
  package let code: Int32
  /// SQLite's message.
  package let message: String

  /// The result code without its extension.
  package var primaryCode: Int32 { code & 0xFF }

  /// `SQLITE_IOERR_SHMSIZE`, which isn't a constant in Swift.
  private static let noRoomToShare = SQLITE_IOERR | (19 << 8)

  /// The operation, message and code in one line.
  package var description: String { "\(operation): \(message) (\(code))" }

  /// The error as a `StorageError`.
  package var storageError: StorageError {
    switch primaryCode {
    case SQLITE_FULL: .full
    case SQLITE_INTERRUPT: .cancelled
    case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT: .damaged(description)
    case SQLITE_BUSY, SQLITE_LOCKED:
      .unavailable("\(operation): another window of the app is writing; try again later")
    // The file that connections share could not grow (sqlite.org/rescode.html).
    case SQLITE_IOERR where code == Self.noRoomToShare: .full
    case SQLITE_IOERR:
      .unavailable("\(operation): the disk can't be read or written (\(code)); check the disk")
    case SQLITE_READONLY, SQLITE_PERM:
      .unavailable("\(operation): the file can't be written; change its permissions")
    default: .unavailable(description)
    }
  }
}

/// An error type that a SQLite error can be converted into.
protocol FromSQLiteError: Error {
  init(_ error: SQLiteError)
}

extension SQLiteError: FromSQLiteError {
  init(_ error: SQLiteError) { self = error }
}

extension StorageError: FromSQLiteError {
  init(_ error: SQLiteError) { self = error.storageError }
}
