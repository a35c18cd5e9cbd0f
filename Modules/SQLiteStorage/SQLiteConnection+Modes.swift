import CSQLite
import Foundation

extension SQLiteConnection {
  /// What a connection is for.
  public enum Mode: Hashable, Sendable {
    /// Only reads.
    case read
    /// Only reads a file that nobody changes, and puts nothing beside it.
    case readUnchanging
    /// Writes; a commit is on the disk before it returns (`synchronous=FULL`).
    case write
    /// Writes what can be made again: after a power failure the last commits may be gone, but the file
    /// is whole (`synchronous=NORMAL`).
    case writeLosable
    /// Writes a copy, which is one file and is brought to the disk by whoever makes it.
    case copy

    /// The flags with which a file is opened.
    var access: Int32 {
      switch self {
      case .read: SQLITE_OPEN_READONLY
      case .readUnchanging: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
      case .write, .writeLosable, .copy: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      }
    }

    /// A file's name as SQLite takes it (sqlite.org/uri.html).
    func name(of path: String) -> String {
      let name = StorageFile.resolvingFolder(of: path)
      guard self == .readUnchanging else { return name }
      return URL(filePath: name).absoluteString + "?immutable=1"
    }
  }

  /// Opens a file that a person named, only to read it. Where it has no log beside it, none is put there.
  convenience init(readingCopy path: String) throws(SQLiteError) {
    // Whoever uses the file has one, which may be empty.
    let isUsed = ["-wal", "-journal"].contains { access(path + $0, F_OK) == 0 }
    try self.init(path: path, mode: isUsed ? .read : .readUnchanging)
  }
}
