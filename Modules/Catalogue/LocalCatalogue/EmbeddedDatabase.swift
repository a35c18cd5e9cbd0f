public import Services
import Synchronization

/// A database with the records that come with the app. It is opened and filled at its first use, and
/// may be shared by several catalogues.
///
/// The records can be written again at any time, so a file belongs among the caches.
///
/// ```swift
/// let records = EmbeddedDatabase { () throws(StorageError) in try SQLiteMemoryDatabase() }
/// let catalogue = DatabaseCatalogue(embedded: [records])
/// ```
public final class EmbeddedDatabase: Sendable {
  private let database: ReadyDatabase

  /// Creates a database that nothing has opened yet.
  ///
  /// - Parameter open: opens the database, which holds nothing else. It is called again after a failure.
  public init(_ open: @escaping @Sendable () throws(StorageError) -> any Database) {
    database = ReadyDatabase { () throws(StorageError) in
      let database = try open()
      try EmbeddedFilling.fill(database)
      return database
    }
  }

  /// Returns the database with the records in it.
  func get() throws(StorageError) -> (any Database)? { try database.get() }
}

/// A database that is opened and made ready at its first use. Others who ask meanwhile wait.
final class ReadyDatabase: Sendable {
  private let opened = Mutex<(any Database)?>(nil)
  private let open: @Sendable () throws(StorageError) -> (any Database)?

  /// Takes what opens it and makes it ready; nil, or an error, is asked again.
  init(_ open: @escaping @Sendable () throws(StorageError) -> (any Database)?) {
    self.open = open
  }

  /// The database, or nil while there is none.
  func get() throws(StorageError) -> (any Database)? {
    try opened.withLock { opened throws(StorageError) in
      if opened == nil { opened = try open() }
      return opened
    }
  }
}
