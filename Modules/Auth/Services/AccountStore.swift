public import Foundation
public import Services

/// The result of a change of an account.
public enum AccountChange<Value: Sendable>: Sendable {
  /// The change is saved.
  case changed(Value)
  /// There is no such account.
  case noAccount
  /// Another account has the new address; nothing was changed.
  case emailTaken
}

/// Stores accounts and the session.
///
/// The contract for implementations is `AccountStoreContract` in the tests. A change is saved when
/// its call returns.
public protocol AccountStore: Sendable {
  /// The session that this window has. The window's writes are refused once another one is stored, or none.
  var known: KnownSession { get }
  /// Returns the account with this address, ignoring case, or nil.
  func record(for email: EmailAddress) async throws(StorageError) -> AccountRecord?
  /// Returns the account, or nil.
  func record(_ id: Identifier<Owner>) async throws(StorageError) -> AccountRecord?
  /// Stores an account, replacing the one with its identifier.
  ///
  /// - Returns: false, storing nothing, if another account has its address.
  func save(_ record: AccountRecord) async throws(StorageError) -> Bool
  /// Reads and changes an account in one transaction, across windows.
  ///
  /// - Parameters:
  ///   - id: the account.
  ///   - endsSession: whether the account's session ends, in any window, if the account is changed.
  ///   - edit: changes the account.
  func change<Value: Sendable>(
    _ id: Identifier<Owner>, endsSession: Bool,
    _ edit: @Sendable (inout AccountRecord) -> Value
  ) async throws(StorageError) -> AccountChange<Value>
  /// Returns the failed tries with an address that has no account.
  ///
  /// They are stored like those of an account, so that the wait does not reveal which addresses
  /// have one. At most ten thousand addresses are kept, the last tried ones, and none that gets an
  /// account.
  func tries(withUnknown email: EmailAddress) async throws(StorageError) -> FailedTries
  /// Reads and changes the failed tries with an address that has no account, in one transaction.
  func changeTries<Value: Sendable>(
    withUnknown email: EmailAddress, _ edit: @Sendable (inout FailedTries) -> Value
  ) async throws(StorageError) -> Value
  /// Deletes an account, if it exists, and its session.
  ///
  /// - Parameters:
  ///   - id: the account.
  ///   - transaction: the transaction of the store's database; nil for a store in memory.
  func remove(
    _ id: Identifier<Owner>, in transaction: (any DatabaseTransaction)?
  ) throws(StorageError)
  /// Returns the stored session, or nil. This doesn't change which session the window has.
  func session() async throws(StorageError) -> SavedSession?
  /// Begins a session, in one transaction: a stored one of the account that has not expired is shared and gets the end
  /// of the new one; otherwise the new one replaces any other. This window has it after that.
  ///
  /// - Returns: the stored session; nil, changing nothing, if the account doesn't exist.
  func begin(_ new: SavedSession, at now: Date) async throws(StorageError) -> SavedSession?
  /// Sets the end of the stored session if it is this one.
  ///
  /// - Returns: whether it is.
  func extendSession(
    _ session: SavedSession.ID, to expires: Date
  ) async throws(StorageError) -> Bool
  /// Removes the stored session if it is this one and has ended by this time. This window no
  /// longer has the session after that; if it can't be removed, the window keeps it.
  func removeSession(_ session: SavedSession.ID, endedBy now: Date) async throws(StorageError)
}

extension AccountStore {
  /// Notes the session that this window has, or nil for a guest's window.
  func adopt(_ session: SavedSession?) { known.note(session) }
}
