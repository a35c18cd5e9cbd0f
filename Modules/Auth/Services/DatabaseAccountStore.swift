import Files
public import Foundation
public import Services

/// Stores accounts in tables of a database.
public struct DatabaseAccountStore: AccountStore {
  private let database: any Database
  /// The session that this window has.
  public let known: KnownSession
  /// The database for changes that need this window's session.
  private let guarded: any Database
  private let damage: RowDamageLog
  private let maximumUnknown: Int

  /// Creates a store over a migrated database.
  ///
  /// - Parameters:
  ///   - database: the database, migrated by the feature.
  ///   - known: gets the session that this window has.
  ///   - logger: logs unreadable rows.
  public init(
    _ database: any Database, known: KnownSession = KnownSession(),
    logger: any AppLogger = MemoryLogger()
  ) {
    self.init(
      database, known: known, logger: logger, maximumUnknown: UnknownAddresses.limit)
  }

  /// Creates a store with a limit on addresses without an account.
  init(
    _ database: any Database, known: KnownSession = KnownSession(),
    logger: any AppLogger = MemoryLogger(), maximumUnknown: Int
  ) {
    self.maximumUnknown = maximumUnknown
    self.database = database
    damage = RowDamageLog(logger)
    self.known = known
    guarded = known.guarding(database)
  }

  /// Returns the account with this address, or nil.
  @concurrent public func record(
    for email: EmailAddress
  ) async throws(StorageError) -> AccountRecord? {
    try database.read("looking for an account") { reader throws(StorageError) in
      try reader.record("email_key = ?", .text(email.key), damage)
    }
  }

  /// Returns the account, or nil.
  @concurrent public func record(
    _ id: Identifier<Owner>
  ) async throws(StorageError) -> AccountRecord? {
    try database.read("looking for an account") { reader throws(StorageError) in
      try reader.record("id = ?", DatabaseValue(id))
    }
  }

  /// Stores an account, unless another one has its address.
  @concurrent public func save(_ record: AccountRecord) async throws(StorageError) -> Bool {
    try guarded.write("saving an account") { transaction throws(StorageError) in
      try transaction.save(record)
    }
  }

  /// Reads and changes an account in one transaction.
  @concurrent public func change<Value: Sendable>(
    _ id: Identifier<Owner>, endsSession: Bool,
    _ edit: @Sendable (inout AccountRecord) -> Value
  ) async throws(StorageError) -> AccountChange<Value> {
    try guarded.write("saving an account") { transaction throws(StorageError) in
      guard let before = try transaction.record("id = ?", DatabaseValue(id)) else {
        return .noAccount
      }
      var after = before
      let value = edit(&after)
      // Addresses are equal in any case of letters, but the new spelling is stored.
      if after == before, after.account.email.text == before.account.email.text {
        return .changed(value)
      }
      guard try transaction.save(after) else { return .emailTaken }
      if endsSession {
        try transaction.execute("DELETE FROM auth_session WHERE account = ?", [DatabaseValue(id)])
      }
      return .changed(value)
    }
  }

  /// Returns the failed tries with an address that has no account.
  @concurrent public func tries(
    withUnknown email: EmailAddress
  ) async throws(StorageError) -> FailedTries {
    try database.read("looking for an account") { reader throws(StorageError) in
      try reader.unknownTries(with: email)
    }
  }

  /// Changes the failed tries with an address that has no account.
  @concurrent public func changeTries<Value: Sendable>(
    withUnknown email: EmailAddress, _ edit: @Sendable (inout FailedTries) -> Value
  ) async throws(StorageError) -> Value {
    try guarded.write("saving an account") { transaction throws(StorageError) in
      var tries = try transaction.unknownTries(with: email)
      let value = edit(&tries)
      try transaction.save(tries, withUnknown: email, limit: maximumUnknown)
      return value
    }
  }

  /// Deletes an account, if it exists, and its session.
  public func remove(
    _ id: Identifier<Owner>, in transaction: (any DatabaseTransaction)?
  ) throws(StorageError) {
    guard let transaction else {
      preconditionFailure("Accounts in a database need a transaction.")
    }
    try transaction.execute("DELETE FROM auth_accounts WHERE id = ?", [DatabaseValue(id)])
    try transaction.execute("DELETE FROM auth_session WHERE account = ?", [DatabaseValue(id)])
  }

  /// Returns the stored session, or nil.
  @concurrent public func session() async throws(StorageError) -> SavedSession? {
    try database.read("reading who is signed in") { reader throws(StorageError) in
      try reader.storedSession()
    }
  }

  /// Sets the end of the stored session if it is this one.
  @concurrent public func extendSession(
    _ session: SavedSession.ID, to expires: Date
  ) async throws(StorageError) -> Bool {
    try database.write("saving who is signed in") { transaction throws(StorageError) in
      try transaction.execute(
        "UPDATE auth_session SET expires = ? WHERE id = ?",
        [DatabaseValue(expires), DatabaseValue(session)]) > 0
    }
  }

  /// Removes the stored session if it is this one and has ended by this time. The window no
  /// longer has the session after that; if it can't be removed, the window keeps it.
  @concurrent public func removeSession(
    _ session: SavedSession.ID, endedBy now: Date
  ) async throws(StorageError) {
    try database.write("ending a session") { transaction throws(StorageError) in
      _ = try transaction.execute(
        "DELETE FROM auth_session WHERE id = ? AND expires <= ?",
        [DatabaseValue(session), DatabaseValue(now)])
    }
    known.forget(session)
  }

  /// Begins a session, or shares the stored one of the account, unless the account doesn't exist.
  @concurrent public func begin(
    _ new: SavedSession, at now: Date
  ) async throws(StorageError) -> SavedSession? {
    let session = try database.write("saving who is signed in") {
      transaction throws(StorageError) in
      try transaction.begin(new, at: now)
    }
    if let session { known.note(session) }
    return session
  }
}
