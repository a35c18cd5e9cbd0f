import CSQLite
import Foundation

/// The header of a database file (sqlite.org/fileformat.html, 1.3).
public struct SQLiteHeader: Hashable, Sendable {
  private static let length = 100
  private static let magic = Array("SQLite format 3\u{0}".utf8)

  /// The value of `PRAGMA application_id`.
  let application: Int32
  /// Whether it uses a write-ahead log, as the app's databases do and backups do not.
  let usesLog: Bool
  /// Whether the file has at most one page, and so no table.
  let isNew: Bool

  /// Reads the header of a file; nil for a file that is not a database.
  ///
  /// SQLite reads the bytes, because it knows which files this process has open: closing one of
  /// them in any other way would release its locks.
  public init?(path: String) {
    _ = SQLiteConnection.isConfigured
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    var handle: OpaquePointer?
    let mode = SQLiteConnection.Mode.readUnchanging
    let name = mode.name(of: StorageFile.resolvingLinks(in: path))
    defer { sqlite3_close_v2(handle) }
    guard sqlite3_open_v2(name, &handle, mode.access | SQLITE_OPEN_NOMUTEX, nil) == SQLITE_OK
    else { return nil }
    var file: UnsafeMutablePointer<sqlite3_file>?
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file)
    var bytes = [UInt8](repeating: 0, count: Self.length)
    guard let read = file?.pointee.pMethods?.pointee.xRead,
      read(file, &bytes, Int32(Self.length), 0) == SQLITE_OK, bytes.starts(with: Self.magic)
    else { return nil }
    application = Int32(bitPattern: bytes[68..<72].reduce(0) { $0 << 8 | UInt32($1) })
    usesLog = bytes[18] > 1 || bytes[19] > 1
    let pageSize = Int(bytes[16]) << 8 | Int(bytes[17])
    // The size of 65,536 bytes does not fit.
    isNew = Int(status.st_size) <= (pageSize == 1 ? 65_536 : pageSize)
  }
}
