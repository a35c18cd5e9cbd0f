public import Services
import Synchronization

/// The session that a window knows, so that it writes nothing for an account whose session another
/// window has ended or replaced.
public final class KnownSession: Sendable {
  private let known = Mutex<SavedSession?>(nil)

  /// Creates the state of a window without a session.
  public init() {}

  /// Returns a database that refuses writes once the session is no longer the one that the window
  /// knows. Without a known session the window is a guest's, and nothing is checked.
  public func guarding(_ database: any Database) -> any Database {
    SessionDatabase(database: database, session: self)
  }

  func note(_ session: SavedSession?) {
    known.withLock { $0 = session }
  }

  /// Whether this identifies the window's session.
  func has(_ session: SavedSession.ID) -> Bool {
    known.withLock { $0?.id == session }
  }

  /// Forgets a session: the window is a guest's if it had it.
  func forget(_ session: SavedSession.ID) {
    known.withLock { if $0?.id == session { $0 = nil } }
  }

  /// Forgets the session if it is this account's: the user may have signed in with another one.
  ///
  /// - Returns: the forgotten session, or nil.
  @discardableResult
  func forgetSession(of account: Identifier<Owner>) -> SavedSession.ID? {
    known.withLock { known in
      guard let former = known, former.account == account else { return nil }
      known = nil
      return former.id
    }
  }

  fileprivate func check(in transaction: any DatabaseTransaction) throws(StorageError) {
    guard let known = known.withLock({ $0 }) else { return }
    let stored = try transaction.first("SELECT id FROM auth_session") {
      row throws(StorageError) in SavedSession.ID(try row.string(0))
    }
    guard let stored, stored == known.id else {
      throw .refused("another window of the app has ended your session; sign in again")
    }
  }
}

private struct SessionDatabase: Database {
  let database: any Database
  let session: KnownSession

  func read<Value: Sendable>(
    _ operation: String, _ body: @Sendable (any DatabaseReader) throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    try database.read(operation, body)
  }

  func readLong<Value: Sendable>(
    _ operation: String, _ body: @Sendable (any DatabaseReader) throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    try database.readLong(operation, body)
  }

  func write<Value: Sendable>(
    _ operation: String,
    _ body: @Sendable (any DatabaseTransaction) throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    try database.write(operation) { transaction throws(StorageError) in
      // The transaction has the write lock, so the result stays valid.
      try session.check(in: transaction)
      return try body(transaction)
    }
  }

  func migrate(_ migrations: [Migration]) throws(StorageError) {
    try database.migrate(migrations)
  }

  func wasChangedOutside() throws(StorageError) -> Bool { try database.wasChangedOutside() }
  func purge() throws(StorageError) { try database.purge() }

  func claim(_ name: String) throws(StorageError) -> DatabaseClaim? {
    try database.claim(name)
  }
}
