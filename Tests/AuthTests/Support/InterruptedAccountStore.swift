import Auth
import Foundation
import Services

/// Runs closures after each search for an address, before and after each change, and after a session has begun.
struct InterruptedAccountStore: AccountStore {
  let store: any AccountStore
  var known: KnownSession { store.known }
  var meanwhile: @Sendable () async -> Void = {}
  var beforeChange: @Sendable () async -> Void = {}
  var afterChange: @Sendable () async -> Void = {}
  var afterBeginning: @Sendable () async -> Void = {}

  func record(for email: EmailAddress) async throws(StorageError) -> AccountRecord? {
    let record = try await store.record(for: email)
    await meanwhile()
    return record
  }

  func record(_ id: Identifier<Owner>) async throws(StorageError) -> AccountRecord? {
    try await store.record(id)
  }

  func save(_ record: AccountRecord) async throws(StorageError) -> Bool {
    try await store.save(record)
  }

  func change<Value: Sendable>(
    _ id: Identifier<Owner>, endsSession: Bool,
    _ edit: @Sendable (inout AccountRecord) -> Value
  ) async throws(StorageError) -> AccountChange<Value> {
    await beforeChange()
    let change = try await store.change(id, endsSession: endsSession, edit)
    await afterChange()
    return change
  }

  func tries(withUnknown email: EmailAddress) async throws(StorageError) -> FailedTries {
    try await store.tries(withUnknown: email)
  }

  func changeTries<Value: Sendable>(
    withUnknown email: EmailAddress, _ edit: @Sendable (inout FailedTries) -> Value
  ) async throws(StorageError) -> Value {
    try await store.changeTries(withUnknown: email, edit)
  }

  func remove(
    _ id: Identifier<Owner>, in transaction: (any DatabaseTransaction)?
  ) throws(StorageError) {
    try store.remove(id, in: transaction)
  }

  func session() async throws(StorageError) -> SavedSession? { try await store.session() }

  func begin(
    _ new: SavedSession, at now: Date
  ) async throws(StorageError) -> SavedSession? {
    let session = try await store.begin(new, at: now)
    await afterBeginning()
    return session
  }

  func extendSession(
    _ session: SavedSession.ID, to expires: Date
  ) async throws(StorageError) -> Bool {
    try await store.extendSession(session, to: expires)
  }

  func removeSession(
    _ session: SavedSession.ID, endedBy now: Date
  ) async throws(StorageError) {
    try await store.removeSession(session, endedBy: now)
  }
}
