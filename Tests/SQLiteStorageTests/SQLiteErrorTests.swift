import CSQLite
import Foundation
import Services
import Testing

@testable import SQLiteStorage

@Suite("An error of SQLite")
struct SQLiteErrorTests {
  private static let locked = "another window of the app is writing; try again later"
  private static let unwritable = "the file can't be written; change its permissions"

  /// Messages by the codes of sqlite.org/rescode.html; nil for a full disk.
  private static let messages: [(Int32, String?)] = [
    (SQLITE_BUSY, locked), (SQLITE_LOCKED, locked), (517, locked),
    (SQLITE_IOERR, "the disk can't be read or written (10); check the disk"),
    (266, "the disk can't be read or written (266); check the disk"),
    (SQLITE_READONLY, unwritable), (SQLITE_PERM, unwritable), (1032, unwritable),
    // The file that connections share can't grow (SQLITE_IOERR_SHMSIZE).
    (4874, nil),
  ]

  @Test(
    "A lock held too long, a broken disk and a file that can't be written have a remedy",
    arguments: messages)
  func remedy(code: Int32, text: String?) {
    let error = SQLiteError(operation: "saving", code: code, message: "")
    let expected = text.map { StorageError.unavailable("saving: \($0)") } ?? .full
    #expect(error.storageError == expected)
  }

  @Test("An exceeded quota or file size limit is a full disk, and a broken disk is none")
  func limits() throws {
    let connection = try SQLiteConnection(path: "", mode: .memory)
    for number in [EDQUOT, EFBIG] {
      #expect(connection.failure(SQLITE_IOERR, number, "").storageError == .full)
    }
    #expect(connection.failure(SQLITE_IOERR, EIO, "").storageError != .full)
    for number in [ENOSPC, EDQUOT, EFBIG] { #expect(StorageFile.problem("a", number) == .full) }
    #expect(StorageFile.problem("a", EIO) != .full)
  }

  @Test("A read-only disk and a file that the user can't write have different messages")
  func readOnlyDisk() {
    #expect(StorageFile.problem("a", EROFS).description.contains("a is on a read-only disk"))
    #expect(StorageFile.problem("a", EACCES).description.contains("change its permissions"))
  }
}
