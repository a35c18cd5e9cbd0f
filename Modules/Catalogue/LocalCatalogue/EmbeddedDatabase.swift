public import Services
import Synchronization

/// A database with the embedded records. It is opened and filled at its first use, and may be
/// shared by several catalogues.
///
/// The records can be written again at any time, so a file belongs to the caches.
///
/// ```swift
/// let records = EmbeddedDatabase { () throws(StorageError) in try SQLiteMemoryDatabase() }
/// let catalogue = DatabaseCatalogue(embedded: [records])
/// ```
public final class EmbeddedDatabase: Sendable {
  private let database: ReadyDatabase

  /// Creates a database that is not yet open.
  ///
  /// - Parameter open: opens the database, which contains nothing else. It is called again after a
  ///   failure.
  public init(_ open: @escaping @Sendable () throws(StorageError) -> any Database) {
    database = ReadyDatabase { () throws(StorageError) in
      let database = try open()
      try EmbeddedFilling.fill(database)
      return database
    }
  }

  /// Returns the database with the records.
  func get() throws(StorageError) -> (any Database)? { try database.get() }
}

/// A database that is opened and prepared at its first use. Simultaneous callers wait.
final class ReadyDatabase: Sendable {
  private let opened = Mutex<(any Database)?>(nil)
  private let open: @Sendable () throws(StorageError) -> (any Database)?

  /// Creates it with a closure that opens and prepares it; after nil or an error the closure is
  /// called again.
  init(_ open: @escaping @Sendable () throws(StorageError) -> (any Database)?) {
    self.open = open
  }

  /// Returns the database, or nil if there is none.
  func get() throws(StorageError) -> (any Database)? {
    try opened.withLock { opened throws(StorageError) in
      if opened == nil { opened = try open() }
      return opened
    }
  }

  /// Opens the database again at its next use.
  func reopen() { opened.withLock { $0 = nil } }
}
