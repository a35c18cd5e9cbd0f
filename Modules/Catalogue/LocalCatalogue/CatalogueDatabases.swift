public import Core
import Synchronization

/// The databases of a local catalogue, each opened when it is needed.
public struct CatalogueDatabases: Sendable {
  /// Gives the one for the records that come with the app. It can be made again from them at any time,
  /// so its place is among the caches.
  let embedded: @Sendable () throws(StorageError) -> any Database

  /// Gives the one for an imported dump, or nil while there is none.
  let dump: @Sendable () throws(StorageError) -> (any Database)?

  /// Gives the one for an imported dump, and makes it where there is none.
  let dumpToFill: @Sendable () throws(StorageError) -> any Database

  /// Creates the databases, each of which holds nothing else.
  ///
  /// - Parameters:
  ///   - embedded: opens the one for the records that come with the app.
  ///   - dump: opens the one for an imported dump; nil while there is none.
  ///   - dumpToFill: opens that one for an import, and makes it where there is none.
  public init(
    embedded: @escaping @Sendable () throws(StorageError) -> any Database,
    dump: @escaping @Sendable () throws(StorageError) -> (any Database)?,
    dumpToFill: @escaping @Sendable () throws(StorageError) -> any Database
  ) {
    self.embedded = embedded
    self.dump = dump
    self.dumpToFill = dumpToFill
  }
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
