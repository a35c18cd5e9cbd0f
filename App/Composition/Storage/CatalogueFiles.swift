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
    var answers = OpenedFile()
  }

  private let folders: AppFolders
  private let opened = Mutex(Opened())
  private let openedDump = Mutex(OpenedFile())

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
      if let database = opened.current(at: folders.dump) { return database }
      if FileIdentity(folders.dump) == nil { return nil }
      return try opened.open(folders.dump) { () throws(StorageError) in try unchangedDump() }
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
      if let database = opened.current(at: folders.dump), !SQLiteRecovery.hasDamage(folders.dump) {
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
      // The claim keeps other windows from replacing it.
      opened = OpenedFile(database: dump, file: FileIdentity(folders.dump))
      return dump
    }
  }

  /// Returns the cache of answers from the network, and creates a missing one. After another window has
  /// replaced the file, it is that of the new file.
  func answers() throws(StorageError) -> SQLiteDatabase {
    try opened.withLock { opened throws(StorageError) in
      if let answers = opened.answers.current(at: folders.answers) { return answers }
      try PrivateFolder.create(folders.cache)
      return try opened.answers.open(folders.answers) { () throws(StorageError) in
        let answers = try Self.open(folders.answers, replacingLink: true)
        try answers.migrate(HTTPCache.migrations)
        return answers
      }
    }
  }

  /// Returns the cache of answers, or nil if there is none.
  func existingAnswers() throws(StorageError) -> SQLiteDatabase? {
    FileManager.default.fileExists(atPath: folders.answers) ? try answers() : nil
  }

  /// Deletes the cache of answers, which its next use creates again.
  func removeAnswers() throws(StorageError) {
    try opened.withLock { opened throws(StorageError) in
      opened.answers.database?.close()
      opened.answers = OpenedFile()
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
    opened.answers.database?.close()
  }
}

/// A database in a file that another window may replace.
struct OpenedFile {
  private(set) var database: SQLiteDatabase?
  /// The file that the database has open; nil if it may be another one.
  private var file: FileIdentity?

  init(database: SQLiteDatabase? = nil, file: FileIdentity? = nil) {
    (self.database, self.file) = (database, file)
  }

  /// Returns the database, or nil if it isn't that of the file at the path.
  func current(at path: String) -> SQLiteDatabase? {
    file != nil && file == FileIdentity(path) ? database : nil
  }

  /// Opens the file at the path. Another window may delete it meanwhile, so it is known only if the path had the same
  /// file before and after that; otherwise the next use opens it again.
  mutating func open(
    _ path: String, _ open: () throws(StorageError) -> SQLiteDatabase
  ) throws(StorageError) -> SQLiteDatabase {
    let before = FileIdentity(path)
    let database = try open()
    self = OpenedFile(database: database, file: before == FileIdentity(path) ? before : nil)
    return database
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
