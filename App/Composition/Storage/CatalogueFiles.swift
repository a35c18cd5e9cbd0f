import Books
import Services
import Foundation
import LocalCatalogue
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

  /// The records that come with the app, in a file that is opened at its first use.
  func makeEmbedded() -> EmbeddedDatabase {
    EmbeddedDatabase { [self] () throws(StorageError) in try embedded() }
  }

  /// The database of an imported dump, or nil while there is none.
  func importedDump() throws(StorageError) -> (any Database)? {
    FileManager.default.fileExists(atPath: folders.dump) ? try dump() : nil
  }

  /// Where there can't be one, that is so until the next start: the app has the records in memory.
  func embedded() throws(StorageError) -> SQLiteDatabase {
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

  /// The database of dumps; it is created where there is none.
  func dump() throws(StorageError) -> SQLiteDatabase {
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

/// The records that come with the app, in memory.
enum EmbeddedMemory {
  /// One for the process, though nothing else here is: it depends on no app, never changes, and two apps
  /// in one process - tests, most of all - should not index the same books twice.
  static let database = EmbeddedDatabase { () throws(StorageError) in try SQLiteMemoryDatabase() }
  /// The catalogue of the apps in memory, which share its answers, too.
  static let catalogue = CachingCatalogue(DatabaseCatalogue(embedded: [database]))
}
