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
  private let opened = Mutex<(any Database)?>(nil)
  private let open: @Sendable () throws(StorageError) -> any Database

  /// Creates a database that is not yet open.
  ///
  /// - Parameter open: opens the database, which contains nothing else. It is called again after a
  ///   failure.
  public init(_ open: @escaping @Sendable () throws(StorageError) -> any Database) {
    self.open = open
  }

  /// Returns the database with the records. Simultaneous callers wait for the first one.
  func get() throws(StorageError) -> any Database {
    try opened.withLock { opened throws(StorageError) in
      if let opened { return opened }
      let database = try open()
      try EmbeddedFilling.fill(database)
      opened = database
      return database
    }
  }
}
