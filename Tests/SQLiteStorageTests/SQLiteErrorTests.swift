import CSQLite
import Services
import Testing

@testable import SQLiteStorage

@Suite("An error of SQLite")
struct SQLiteErrorTests {
  private static let locked = "another window of the app is writing; try again later"
  private static let unwritable = "the file can't be written; change its permissions"

  /// Messages by the codes of sqlite.org/rescode.html.
  private static let messages: [(Int32, String)] = [
    (SQLITE_BUSY, locked), (SQLITE_LOCKED, locked), (517, locked),
    (SQLITE_IOERR, "the disk can't be read or written (10); check the disk"),
    (266, "the disk can't be read or written (266); check the disk"),
    (SQLITE_READONLY, unwritable), (SQLITE_PERM, unwritable), (1032, unwritable),
  ]

  @Test(
    "A lock held too long, a broken disk and a file that can't be written have a remedy",
    arguments: messages)
  func remedy(code: Int32, text: String) {
    let error = SQLiteError(operation: "saving", code: code, message: "")
    #expect(error.storageError == .unavailable("saving: \(text)"))
  }
}
