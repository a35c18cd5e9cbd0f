public import Foundation
public import Services
import Synchronization

/// Keeps accounts in memory, on the calling thread.
public final class MemoryAccountStore: AccountStore {
  private struct State {
    var records: [Identifier<Owner>: AccountRecord] = [:]
    var session: SavedSession?
    /// The failed tries with addresses without an account, the last tried one at the end.
    var unknown: [(email: EmailAddress, tries: FailedTries)] = []

    mutating func save(_ record: AccountRecord) -> Bool {
      let isTaken = records.values.contains {
        $0.account.id != record.account.id && $0.account.email == record.account.email
      }
      guard !isTaken else { return false }
      unknown.removeAll { $0.email == record.account.email }
      records[record.account.id] = record
      return true
    }
  }

  /// The session that this window has; there is no other window.
  public let known = KnownSession()
  private let state = Mutex(State())
  private let maximumUnknown: Int

  /// Creates a store without accounts.
  public convenience init() {
    self.init(maximumUnknown: UnknownAddresses.limit)
  }

  /// Creates a store with a limit on addresses without an account.
  init(maximumUnknown: Int) {
    self.maximumUnknown = maximumUnknown
  }

  /// Returns the account with this address, or nil.
  public func record(for email: EmailAddress) async throws(StorageError) -> AccountRecord? {
    state.withLock { state in state.records.values.first { $0.account.email == email } }
  }

  /// Returns the account, or nil.
  public func record(_ id: Identifier<Owner>) async throws(StorageError) -> AccountRecord? {
    state.withLock { $0.records[id] }
  }

  /// Stores an account, unless another one has its address.
  public func save(_ record: AccountRecord) async throws(StorageError) -> Bool {
    state.withLock { $0.save(record) }
  }

  /// Reads and changes an account in one transaction.
  public func change<Value: Sendable>(
    _ id: Identifier<Owner>, endsSession: Bool,
    _ edit: @Sendable (inout AccountRecord) -> Value
  ) async throws(StorageError) -> AccountChange<Value> {
    state.withLock { state in
      guard let before = state.records[id] else { return .noAccount }
      var after = before
      let value = edit(&after)
      guard state.save(after) else { return .emailTaken }
      if endsSession, after != before, state.session?.account == id { state.session = nil }
      return .changed(value)
    }
  }

  /// Returns the failed tries with an address that has no account.
  public func tries(withUnknown email: EmailAddress) async throws(StorageError) -> FailedTries {
    state.withLock { state in
      state.unknown.first { $0.email == email }?.tries ?? FailedTries()
    }
  }

  /// Changes the failed tries with an address that has no account.
  public func changeTries<Value: Sendable>(
    withUnknown email: EmailAddress, _ edit: @Sendable (inout FailedTries) -> Value
  ) async throws(StorageError) -> Value {
    state.withLock { state in
      let place = state.unknown.firstIndex { $0.email == email }
      var tries = place.map { state.unknown.remove(at: $0).tries } ?? FailedTries()
      let value = edit(&tries)
      state.unknown.append((email, tries))
      if state.unknown.count > maximumUnknown { state.unknown.removeFirst() }
      return value
    }
  }

  /// Deletes an account, if it exists, and its session.
  public func remove(
    _ id: Identifier<Owner>, in transaction: (any DatabaseTransaction)?
  ) throws(StorageError) {
    state.withLock { state in
      state.records[id] = nil
      if state.session?.account == id { state.session = nil }
    }
  }

  /// Returns the stored session, or nil.
  public func session() async throws(StorageError) -> SavedSession? {
    state.withLock { $0.session }
  }

  /// Sets the end of the stored session if it is this one.
  public func extendSession(
    _ session: SavedSession.ID, to expires: Date
  ) async throws(StorageError) -> Bool {
    state.withLock { state in
      guard state.session?.id == session else { return false }
      state.session?.expires = expires
      return true
    }
  }

  /// Removes the stored session if it is this one and has ended by this time.
  public func removeSession(
    _ session: SavedSession.ID, endedBy now: Date
  ) async throws(StorageError) {
    state.withLock { state in
      guard let stored = state.session, stored.id == session, stored.expires <= now else { return }
      state.session = nil
    }
    known.forget(session)
  }

  /// Begins a session, or shares the stored one of the account, unless the account doesn't exist.
  public func begin(
    _ new: SavedSession, at now: Date
  ) async throws(StorageError) -> SavedSession? {
    let session = state.withLock { state -> SavedSession? in
      guard state.records[new.account] != nil else { return nil }
      var session = new
      if let stored = state.session, stored.account == new.account, stored.expires > now {
        session.id = stored.id
      }
      state.session = session
      return session
    }
    if let session { known.note(session) }
    return session
  }
}
