// Needs: Books

import Books
import Files
import Services
import Foundation
import LocalCatalogue
import Networking
import SQLiteStorage
import Synchronization

/// The files of the catalogue, each opened when needed.
final class CatalogueFiles: Sendable {
  private struct Opened {
    var embedded: Result<SQLiteDatabase, StorageError>?
    var answers: SQLiteDatabase?
  }

  private let folders: AppFolders
  private let opened = Mutex(Opened())
  /// The database of dumps and the file that it has open. It has a lock of its own: an import may check the
  /// whole file first.
  private let openedDump = Mutex<(database: SQLiteDatabase, file: FileIdentity?)?>(nil)

  init(_ folders: AppFolders) {
    self.folders = folders
  }

  /// Returns the embedded records, in a file that is opened at its first use.
  func makeEmbedded() -> EmbeddedDatabase {
    EmbeddedDatabase { [self] () throws(StorageError) in try embedded() }
  }

  /// Returns the database of an imported dump; nil if there is none, and while an import opens it. After an
  /// import has replaced the file, also in another window, it is that of the new file.
  ///
  /// - Throws: `StorageError.damaged` for a damaged file, which is unchanged: the import took hours.
  func importedDump() throws(StorageError) -> (any Database)? {
    guard let file = FileIdentity(folders.dump) else { return nil }
    let dump = try openedDump.withLockIfAvailable { opened throws(StorageError) -> SQLiteDatabase in
      if let opened, opened.file == file { return opened.database }
      let dump = try SQLiteDatabase(
        path: folders.dump, durability: .losable, applicationID: AppIdentity.app.applicationID)
      opened = (dump, file)
      return dump
    }
    return dump
  }

  /// Returns the cache of the embedded records. If it can't be opened, the app uses the records in
  /// memory until the next start.
  func embedded() throws(StorageError) -> SQLiteDatabase {
    let result = opened.withLock { opened in
      if let result = opened.embedded { return result }
      let result = Result { () throws(StorageError) in
        try PrivateFolder.create(folders.cache)
        return try Self.open(folders.embedded)
      }
      // A cancelled wait does not mean that it can't be opened.
      if case .failure(.cancelled) = result { return result }
      opened.embedded = result
      return result
    }
    return try result.get()
  }

  /// Returns the database of dumps for an import, and creates a missing one. If a search has found
  /// damage, the whole file is checked, and a damaged one is replaced.
  func dump() throws(StorageError) -> SQLiteDatabase {
    try openedDump.withLock { opened throws(StorageError) -> SQLiteDatabase in
      if let opened, opened.file == FileIdentity(folders.dump),
        !SQLiteRecovery.hasDamage(folders.dump)
      {
        return opened.database
      }
      let dump = try Self.open(folders.dump)
      opened = (dump, FileIdentity(folders.dump))
      return dump
    }
  }

  /// Returns the cache of answers from the network, and creates a missing one.
  func answers() throws(StorageError) -> SQLiteDatabase {
    try opened.withLock { opened throws(StorageError) in
      if let answers = opened.answers { return answers }
      try PrivateFolder.create(folders.cache)
      let answers = try Self.open(folders.answers)
      try answers.migrate(HTTPCache.migrations)
      opened.answers = answers
      return answers
    }
  }

  /// Returns the cache of answers, or nil if there is none.
  func existingAnswers() throws(StorageError) -> SQLiteDatabase? {
    let isThere =
      opened.withLock { $0.answers != nil }
      || FileManager.default.fileExists(atPath: folders.answers)
    return isThere ? try answers() : nil
  }

  /// Deletes the cache of answers, which its next use creates again.
  func removeAnswers() throws(StorageError) {
    try opened.withLock { opened throws(StorageError) in
      opened.answers?.close()
      opened.answers = nil
      for suffix in ["-wal", "-shm", ""] {
        let path = folders.answers + suffix
        guard unlink(path) == 0 || errno == ENOENT else {
          throw .unavailable(StorageText.notDeleted(path))
        }
      }
    }
  }

  private static func open(_ path: String) throws(StorageError) -> SQLiteDatabase {
    try SQLiteRecovery.openReplaceable(path, applicationID: AppIdentity.app.applicationID)
  }

  /// Closes the opened files.
  func close() {
    let opened = opened.withLock(\.self)
    try? opened.embedded?.get().close()
    _ = openedDump.withLockIfAvailable { $0?.database.close() }
    opened.answers?.close()
  }
}

/// The embedded records in memory.
enum EmbeddedMemory {
  /// Shared by the process, as an exception: it depends on no app and never changes, and several
  /// apps in one process, such as tests, should not index the same books twice (`make bench`: a
  /// journey).
  static let database = EmbeddedDatabase { () throws(StorageError) in try SQLiteMemoryDatabase() }
  /// The catalogue of apps in memory, which share its cache.
  static let catalogue = CachingCatalogue(DatabaseCatalogue(embedded: [database]))
}
