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
    /// The file that the cache of answers has open; nil if another window has replaced it meanwhile.
    var answersFile: FileIdentity?
  }

  private struct OpenedDump {
    var database: SQLiteDatabase?
    /// The file that the database has open.
    var file: FileIdentity?
  }

  private let folders: AppFolders
  private let opened = Mutex(Opened())
  private let openedDump = Mutex(OpenedDump())

  init(_ folders: AppFolders) {
    self.folders = folders
  }

  /// Returns the embedded records, in a file that is opened at its first use.
  func makeEmbedded() -> EmbeddedDatabase {
    EmbeddedDatabase { [self] () throws(StorageError) in try embedded() }
  }

  /// Returns the database of an imported dump, or nil if there is none. After an import has replaced the file, also
  /// in another window, it is that of the new file.
  ///
  /// - Throws: `StorageError.damaged` for a damaged file, which is unchanged: the import took hours.
  func importedDump() throws(StorageError) -> (any Database)? {
    try openedDump.withLock { opened throws(StorageError) -> (any Database)? in
      guard let file = FileIdentity(folders.dump) else { return nil }
      if let database = opened.database, opened.file == file { return database }
      let dump = try unchangedDump()
      (opened.database, opened.file) = (dump, file)
      return dump
    }
  }

  private func unchangedDump() throws(StorageError) -> SQLiteDatabase {
    try SQLiteDatabase(
      path: folders.dump, durability: .losable, applicationID: AppIdentity.app.applicationID)
  }

  /// Returns the cache of the embedded records. If it can't be opened, the app uses the records in
  /// memory until the next start.
  func embedded() throws(StorageError) -> SQLiteDatabase {
    let result = opened.withLock { opened in
      if let result = opened.embedded { return result }
      let result = Result { () throws(StorageError) in
        try PrivateFolder.create(folders.cache)
        return try Self.open(folders.embedded, replacingLink: true)
      }
      // A cancelled wait does not mean that it can't be opened.
      if case .failure(.cancelled) = result { return result }
      opened.embedded = result
      return result
    }
    return try result.get()
  }

  /// Returns the database of dumps for an import, and creates a missing one. A file in which a search has found
  /// damage is deleted and created again, unless another import is using it: that one's claim also refuses this
  /// import.
  func dump() throws(StorageError) -> SQLiteDatabase {
    try openedDump.withLock { opened throws(StorageError) -> SQLiteDatabase in
      if let database = opened.database, opened.file == FileIdentity(folders.dump),
        !SQLiteRecovery.hasDamage(folders.dump)
      {
        do throws(StorageError) {
          // It reads the list of migrations, in which no search finds damage.
          try database.migrate([])
          return database
        } catch .damaged {}
      }
      guard let claim = try SQLiteDatabase.claim(DumpImport.claim, on: folders.dump) else {
        if let database = opened.database { return database }
        return try unchangedDump()
      }
      defer { claim.release() }
      let dump = try Self.open(folders.dump)
      (opened.database, opened.file) = (dump, FileIdentity(folders.dump))
      return dump
    }
  }

  /// Returns the cache of answers from the network, and creates a missing one. After another window has
  /// replaced the file, it is that of the new file.
  func answers() throws(StorageError) -> SQLiteDatabase {
    try opened.withLock { opened throws(StorageError) in
      if let answers = opened.answers, let file = opened.answersFile,
        file == FileIdentity(folders.answers)
      {
        return answers
      }
      try PrivateFolder.create(folders.cache)
      let (answers, file) = try Self.openIdentified(folders.answers) { () throws(StorageError) in
        let answers = try Self.open(folders.answers, replacingLink: true)
        try answers.migrate(HTTPCache.migrations)
        return answers
      }
      (opened.answers, opened.answersFile) = (answers, file)
      return answers
    }
  }

  /// Opens a file that another window may delete meanwhile: again if the path did not have the same file
  /// before and after that, as when the opening has created it, at most three times.
  ///
  /// - Returns: the database and its file, which is nil if it may have been replaced each time.
  static func openIdentified(
    _ path: String, _ open: () throws(StorageError) -> SQLiteDatabase
  ) throws(StorageError) -> (database: SQLiteDatabase, file: FileIdentity?) {
    for _ in 1...2 {
      let opened = try openOnce(path, open)
      if opened.file != nil { return opened }
      opened.database.close()
    }
    return try openOnce(path, open)
  }

  private static func openOnce(
    _ path: String, _ open: () throws(StorageError) -> SQLiteDatabase
  ) throws(StorageError) -> (database: SQLiteDatabase, file: FileIdentity?) {
    let before = FileIdentity(path)
    let database = try open()
    return (database, before == FileIdentity(path) ? before : nil)
  }

  /// Returns the cache of answers, or nil if there is none.
  func existingAnswers() throws(StorageError) -> SQLiteDatabase? {
    FileManager.default.fileExists(atPath: folders.answers) ? try answers() : nil
  }

  /// Deletes the cache of answers, which its next use creates again.
  func removeAnswers() throws(StorageError) {
    try opened.withLock { opened throws(StorageError) in
      opened.answers?.close()
      opened.answers = nil
      if let file = SQLiteRecovery.remove(folders.answers) {
        throw .unavailable(StorageText.notDeleted(file))
      }
    }
  }

  private static func open(
    _ path: String, replacingLink: Bool = false
  ) throws(StorageError) -> SQLiteDatabase {
    try SQLiteRecovery.openReplaceable(
      path, replacingLink: replacingLink, applicationID: AppIdentity.app.applicationID)
  }

  /// Closes the opened files.
  func close() {
    let opened = opened.withLock(\.self)
    try? opened.embedded?.get().close()
    openedDump.withLock { $0.database }?.close()
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
