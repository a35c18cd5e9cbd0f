import Services
import Books
import Foundation
import SQLiteStorage
import Synchronization

/// The files of the books to look around in, each opened when it is needed.
final class CatalogueFiles: Sendable {
  private struct Opened {
    var embedded: Result<SQLiteDatabase, StorageError>?
    var dump: SQLiteDatabase?
  }

  private let folders: AppFolders
  private let opened = Mutex(Opened())

  init(_ folders: AppFolders) {
    self.folders = folders
  }

  /// The databases as the catalogue knows them.
  var databases: CatalogueDatabases {
    CatalogueDatabases(
      embedded: { [self] () throws(StorageError) in try embedded() },
      dump: { [self] () throws(StorageError) in
        FileManager.default.fileExists(atPath: folders.dump) ? try dump() : nil
      },
      dumpToFill: { [self] () throws(StorageError) in try dump() })
  }

  /// Where there can't be one, that is so until the next start: the app has the records without it.
  private func embedded() throws(StorageError) -> SQLiteDatabase {
    let result = opened.withLock { opened in
      if let result = opened.embedded { return result }
      let result = Result { () throws(StorageError) in
        try PrivateFolder.create(folders.cache)
        return try SQLiteRecovery.openReplaceable(folders.embedded)
      }
      // Who did not wait for it has not found that it can't be opened.
      if case .failure(.cancelled) = result { return result }
      opened.embedded = result
      return result
    }
    return try result.get()
  }

  private func dump() throws(StorageError) -> SQLiteDatabase {
    try opened.withLock { opened throws(StorageError) in
      if let dump = opened.dump { return dump }
      let dump = try SQLiteRecovery.openReplaceable(folders.dump)
      opened.dump = dump
      return dump
    }
  }

  /// Closes what was opened.
  func close() {
    let opened = opened.withLock(\.self)
    try? opened.embedded?.get().close()
    opened.dump?.close()
  }
}
