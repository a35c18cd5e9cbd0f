import CSQLite
import Services
import Foundation

extension SQLiteConnection {
  /// The purpose of a connection.
  package enum Mode: Hashable, Sendable {
    /// Only reads.
    case read
    /// Only reads a file that the user named and that another program may be using.
    case readForeign
    /// Only reads a file that the user named and no program is using; creates no file beside it.
    case readUnchanging
    /// Writes; a commit is on the disk before it returns (`synchronous=FULL`).
    case write
    /// Writes data that can be recreated: a power failure may lose the last commits, but the file
    /// stays intact (`synchronous=NORMAL`).
    case writeLosable
    /// Writes a copy in a single file, which the caller syncs.
    case copy
    /// Writes such a copy whose schema is the app's own, as in a library: a migration may need its triggers and views.
    case trustedCopy
    /// Writes a database in memory.
    case memory

    /// The flags for opening a file.
    var access: Int32 {
      switch self {
      case .read, .readForeign: SQLITE_OPEN_READONLY
      case .readUnchanging: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
      case .write, .writeLosable, .copy, .trustedCopy: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      case .memory: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY
      }
    }

    /// Whether the connection can write.
    var writes: Bool { access & SQLITE_OPEN_READWRITE != 0 }
    /// Whether it has a write-ahead log.
    var usesLog: Bool { self == .write || self == .writeLosable }
    /// The value of `PRAGMA synchronous`.
    var synchronous: String {
      switch self {
      case .write: "FULL"
      case .writeLosable: "NORMAL"
      default: "OFF"
      }
    }
    /// Whether the content is not trusted, so that its triggers and views are disabled.
    var isForeign: Bool { self == .readForeign || self == .readUnchanging || self == .copy }

    /// Returns a file's name for SQLite (sqlite.org/uri.html).
    func name(of path: String) -> String {
      if self == .memory { return ":memory:" }
      let name = StorageFile.resolvingFolder(of: path)
      guard self == .readUnchanging else { return name }
      return URL(filePath: name).absoluteString + "?immutable=1"
    }
  }

  /// The maximum length of a statement in the schema of a file from elsewhere, in bytes: a thousand times the app's
  /// longest. SQLite and the comparison of schemas need its memory many times.
  private static let maximumStatement: Int32 = 1_000_000

  /// Opens a file that the user named, only to read it. Creates no log beside a file without one.
  ///
  /// - Parameter isOwn: whether it is a copy of the app's library, in which another program's statement of any length
  ///   is no reason to have no backup.
  convenience init(readingCopy path: String, isOwn: Bool = false) throws(SQLiteError) {
    // A program that uses a file with a log has one beside it, which may be empty. Without a log there is a journal
    // only during a write, so reading locks the file, for which SQLite creates none.
    let isUsed = ["-wal", "-journal"].contains { access(path + $0, F_OK) == 0 }
    let hasJournal = SQLiteHeader(path: path)?.usesLog == false
    try self.init(path: path, mode: isUsed || hasJournal ? .readForeign : .readUnchanging)
    // Before the first statement that reads the schema.
    if !isOwn { sqlite3_limit(handle, SQLITE_LIMIT_SQL_LENGTH, Self.maximumStatement) }
  }

  /// Opens a file like the initializer; an error is one of the storage.
  static func opened(
    _ path: String, _ mode: Mode, pageSize: Int? = nil
  ) throws(StorageError) -> SQLiteConnection {
    if mode != .memory { try StorageFile.checkCompanions(of: path, inUse: true) }
    do throws(SQLiteError) {
      return try SQLiteConnection(path: path, mode: mode, pageSize: pageSize)
    } catch { throw error.storageError }
  }

  /// Opens a file that the user named, only to read it; an error is one of the storage.
  static func opened(
    readingCopy path: String, isOwn: Bool = false
  ) throws(StorageError) -> SQLiteConnection {
    try StorageFile.checkCompanions(of: path)
    do throws(SQLiteError) { return try SQLiteConnection(readingCopy: path, isOwn: isOwn) } catch {
      throw error.primaryCode == SQLITE_BUSY ? .locked(path) : error.storageError
    }
  }
}

extension StorageError {
  /// The error for a file that the user named and another program has locked.
  static func locked(_ path: String) -> Self {
    .refused("“\(path)” is being written by another program. Nothing was changed; try again later")
  }
}
