import Files
public import Foundation
public import Services

/// Stores accounts in tables of a database.
public struct DatabaseAccountStore: AccountStore {
  private let database: any Database
  private let known: KnownSession
  /// The database for changes that need this window's session.
  private let guarded: any Database
  private let damage: RowDamageLog
  private let maximumUnknown: Int

  /// Creates a store over a migrated database.
  public init(_ database: any Database) {
    self.init(database, known: KnownSession())
  }

  /// Creates a store over a migrated database.
  ///
  /// - Parameters:
  ///   - database: the database, migrated by the feature.
  ///   - known: gets the account whose session this window has.
  ///   - logger: logs unreadable rows.
  public init(
    _ database: any Database, known: KnownSession, logger: any AppLogger = MemoryLogger()
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
    _ id: Identifier<Owner>, _ edit: @Sendable (inout AccountRecord) -> Value
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
      return try transaction.save(after) ? .changed(value) : .emailTaken
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

  /// Returns the account, if it exists and has the stored session.
  @concurrent public func signedIn(
    _ id: Identifier<Owner>
  ) async throws(StorageError) -> AccountRecord? {
    try database.read("reading who is signed in") { reader throws(StorageError) in
      try reader.record("id = (SELECT account FROM auth_session) AND id = ?", DatabaseValue(id))
    }
  }

  /// Returns the stored session, or nil.
  @concurrent public func session() async throws(StorageError) -> SavedSession? {
    try database.read("reading who is signed in") { reader throws(StorageError) in
      try reader.first("SELECT account, expires FROM auth_session") { row throws(StorageError) in
        SavedSession(account: Identifier(try row.string(0)), expires: try row.time(1))
      }
    }
  }

  /// Notes the account that has the session in this window, or nil for a guest's window.
  public func adopt(_ account: Identifier<Owner>?) { known.note(account) }

  /// Notes that this window is a guest's if the account has the session in it.
  public func forget(_ account: Identifier<Owner>) { known.forget(account) }

  /// Sets the end of the stored session if it is this account's.
  @concurrent public func extendSession(
    of account: Identifier<Owner>, to expires: Date
  ) async throws(StorageError) -> Bool {
    try database.write("saving who is signed in") { transaction throws(StorageError) in
      try transaction.execute(
        "UPDATE auth_session SET expires = ? WHERE account = ?",
        [DatabaseValue(expires), DatabaseValue(account)]) > 0
    }
  }

  /// Removes the stored session if it is this account's and has ended by this time. The window no
  /// longer has the account's session after that; if it can't be removed, the window keeps it.
  @concurrent public func removeSession(
    of account: Identifier<Owner>, endedBy now: Date
  ) async throws(StorageError) {
    try database.write("ending a session") { transaction throws(StorageError) in
      _ = try transaction.execute(
        "DELETE FROM auth_session WHERE account = ? AND expires <= ?",
        [DatabaseValue(account), DatabaseValue(now)])
    }
    known.forget(account)
  }

  /// Stores the session, replacing any other, unless the account doesn't exist.
  @concurrent public func save(_ session: SavedSession) async throws(StorageError) -> Bool {
    let isSaved = try database.write("saving who is signed in") {
      transaction throws(StorageError) in
      try transaction.execute(
        "INSERT OR REPLACE INTO auth_session SELECT 1, id, ? FROM auth_accounts WHERE id = ?",
        [DatabaseValue(session.expires), DatabaseValue(session.account)]) > 0
    }
    if isSaved { known.note(session.account) }
    return isSaved
  }
}

extension DatabaseReader {
  /// Reads an account.
  ///
  /// - Parameter damage: logs an unreadable address, and then the account is skipped, so that
  ///   signing in does not reveal whether an address has one. Without it an unreadable address is
  ///   an error.
  fileprivate func record(
    _ condition: String, _ value: DatabaseValue, _ damage: RowDamageLog? = nil
  ) throws(StorageError) -> AccountRecord? {
    let found = try first(
      """
      SELECT id, name, email, created, password_hash, tries, waits_until, reset_hash, reset_expires
      FROM auth_accounts WHERE \(condition)
      """, [value]
    ) { row throws(StorageError) -> AccountRecord? in
      guard let email = try? EmailAddress(try row.string(2)) else {
        guard let damage else { throw .damaged("the e-mail address of the account") }
        damage.note("the address can't be read; it was skipped", in: "account")
        return nil
      }
      var record = AccountRecord(
        account: Account(
          id: Identifier(try row.string(0)), name: try row.string(1), email: email,
          created: try row.time(3)),
        passwordHash: try row.string(4))
      record.tries = FailedTries(count: try row.number(5), waitsUntil: row.date(6))
      if let hash = row.text(7) {
        // A code without an expiry time is invalid.
        record.reset = row.date(8).map { AccountRecord.ResetCode(hash: hash, expires: $0) }
      }
      return record
    }
    return found ?? nil
  }
}

extension DatabaseTransaction {
  /// In a transaction, so an address that is free now stays free until the account has it.
  fileprivate func save(_ record: AccountRecord) throws(StorageError) -> Bool {
    let account = record.account
    let other = try first(
      "SELECT 1 FROM auth_accounts WHERE email_key = ? AND id <> ?",
      [.text(account.email.key), DatabaseValue(account.id)]
    ) { _ throws(StorageError) in true }
    if other != nil { return false }
    try execute(
      """
      INSERT INTO auth_accounts (id, name, email, email_key, created, password_hash, tries,
        waits_until, reset_hash, reset_expires) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET name = excluded.name, email = excluded.email,
        email_key = excluded.email_key, created = excluded.created,
        password_hash = excluded.password_hash, tries = excluded.tries,
        waits_until = excluded.waits_until, reset_hash = excluded.reset_hash,
        reset_expires = excluded.reset_expires
      """,
      [
        DatabaseValue(account.id), .text(account.name), .text(account.email.text),
        .text(account.email.key), DatabaseValue(account.created), .text(record.passwordHash),
        DatabaseValue(record.tries.count), DatabaseValue(record.tries.waitsUntil),
        DatabaseValue(record.reset?.hash), DatabaseValue(record.reset?.expires),
      ])
    return true
  }
}
