// Needs: Books

import Books
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
    var dump: SQLiteDatabase?
    var answers: SQLiteDatabase?
  }

  private let folders: AppFolders
  private let opened = Mutex(Opened())

  init(_ folders: AppFolders) {
    self.folders = folders
  }

  /// Returns the embedded records, in a file that is opened at its first use.
  func makeEmbedded() -> EmbeddedDatabase {
    EmbeddedDatabase { [self] () throws(StorageError) in try embedded() }
  }

  /// Returns the database of an imported dump, or nil if there is none.
  func importedDump() throws(StorageError) -> (any Database)? {
    FileManager.default.fileExists(atPath: folders.dump) ? try dump() : nil
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

  /// Returns the database of dumps, and creates a missing one.
  func dump() throws(StorageError) -> SQLiteDatabase {
    try opened.withLock { opened throws(StorageError) in
      if let dump = opened.dump { return dump }
      let dump = try Self.open(folders.dump)
      opened.dump = dump
      return dump
    }
  }

  /// Returns the cache of answers from the network, or nil if it can't be opened.
  func answers() -> (any Database)? {
    opened.withLock { opened in
      if let answers = opened.answers { return answers }
      let answers = try? { () throws(StorageError) in
        try PrivateFolder.create(folders.cache)
        let database = try Self.open(folders.answers)
        try database.migrate(HTTPCache.migrations)
        return database
      }()
      opened.answers = answers
      return answers
    }
  }

  /// Returns the cache of answers if there is one.
  func existingAnswers() -> (any Database)? {
    let isThere =
      opened.withLock { $0.answers != nil }
      || FileManager.default.fileExists(atPath: folders.answers)
    return isThere ? answers() : nil
  }

  private static func open(_ path: String) throws(StorageError) -> SQLiteDatabase {
    try SQLiteRecovery.openReplaceable(path, applicationID: AppIdentity.app.applicationID)
  }

  /// Closes the opened files.
  func close() {
    let opened = opened.withLock(\.self)
    try? opened.embedded?.get().close()
    opened.dump?.close()
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
