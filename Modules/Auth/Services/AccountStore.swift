public import Services

/// What became of the change of an account.
public enum AccountChange<Value: Sendable>: Sendable {
  /// It is kept.
  case changed(Value)
  /// There is no such account.
  case noAccount
  /// Another account has the new address, and nothing was changed.
  case emailTaken
}

/// Keeps accounts, and who is signed in.
///
/// What an implementation must do is in the tests' `AccountStoreContract`. When a change returns,
/// it is kept.
public protocol AccountStore: Sendable {
  /// The account with this address, without regard to the case of letters, or nil.
  func record(for email: EmailAddress) async throws(StorageError) -> AccountRecord?
  /// The account, or nil.
  func record(_ id: Identifier<Owner>) async throws(StorageError) -> AccountRecord?
  /// Stores an account in the place of the one with its identifier.
  ///
  /// - Returns: false, storing nothing, when another account has its address.
  func save(_ record: AccountRecord) async throws(StorageError) -> Bool
  /// Changes an account as it is by then: nobody else's change of it comes between, in this window or
  /// another one.
  func change<Value: Sendable>(
    _ id: Identifier<Owner>, _ edit: @Sendable (inout AccountRecord) -> Value
  ) async throws(StorageError) -> AccountChange<Value>
  /// The wrong tries with an address that has no account.
  ///
  /// They are kept as those of an account are, or the wait would tell which address has one. At most
  /// ``UnknownAddresses/limit`` addresses are remembered, the ones tried last.
  func tries(withUnknown email: EmailAddress) async throws(StorageError) -> FailedTries
  /// Changes the wrong tries with an address that has no account, as they are by then.
  func changeTries<Value: Sendable>(
    withUnknown email: EmailAddress, _ edit: @Sendable (inout FailedTries) -> Value
  ) async throws(StorageError) -> Value
  /// Removes an account, if it is there, and its session.
  ///
  /// - Parameter transaction: the one of the store's database; nil for a store in memory.
  func remove(
    _ id: Identifier<Owner>, in transaction: (any DatabaseTransaction)?
  ) throws(StorageError)
  /// The account, if it is there and the session that is kept is its; nil otherwise.
  func signedIn(_ id: Identifier<Owner>) async throws(StorageError) -> AccountRecord?
  /// Who was signed in last, or nil.
  func session() async throws(StorageError) -> SavedSession?
  /// Keeps who is signed in, or that no user is.
  func save(_ session: SavedSession?) async throws(StorageError)
}

extension AccountStore {
  /// The account, if it is there and the session that is kept is its; nil otherwise.
  public func signedIn(_ id: Identifier<Owner>) async throws(StorageError) -> AccountRecord? {
    try await session()?.account == id ? try await record(id) : nil
  }
}
