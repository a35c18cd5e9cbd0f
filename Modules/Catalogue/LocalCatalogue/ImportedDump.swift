import Services
import Synchronization

/// The database of an imported dump, with its tables.
final class ImportedDump: Sendable {
  private let prepared = Mutex<(any Database)?>(nil)
  private let database: @Sendable () throws(StorageError) -> (any Database)?

  init(_ database: @escaping @Sendable () throws(StorageError) -> (any Database)?) {
    self.database = database
  }

  /// Returns the database, or nil if there is none.
  func get() throws(StorageError) -> (any Database)? {
    guard let database = try database() else { return nil }
    try prepared.withLock { prepared throws(StorageError) in
      if let prepared, prepared as AnyObject === database as AnyObject { return }
      try database.migrate(CatalogueState.migrations)
      prepared = database
    }
    return database
  }
}
