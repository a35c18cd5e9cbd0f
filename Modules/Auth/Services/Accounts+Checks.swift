import Core
import Foundation

extension Accounts {
  /// Checks a password against a record's, and notes how it went.
  func verify(
    _ password: Secret, of record: AccountRecord
  ) async throws(AuthError) -> AccountRecord {
    try checkPause(of: record)
    guard await hashing.verify(password, against: record.passwordHash) else {
      try await noteFailure(of: record)
      throw .wrongCredentials
    }
    guard record.failures > 0 || record.waitsUntil != nil else { return record }
    var record = record
    record.failures = 0
    record.waitsUntil = nil
    _ = try await save(record)
    return record
  }

  /// Refuses a try that comes too early after too many wrong ones.
  func checkPause(of record: AccountRecord) throws(AuthError) {
    if let until = record.waitsUntil, until > clock.now { throw .tooManyTries(until: until) }
  }

  /// Notes a wrong try: after the free ones each doubles the wait for the next.
  func noteFailure(of record: AccountRecord) async throws(AuthError) {
    // Read again: another try may have failed meanwhile.
    var record = try await existing(record.account.id)
    record.failures += 1
    let paid = record.failures - Self.freeTries
    if paid >= 0 {
      let wait = min(Self.longestWait, 5 * pow(2, Double(min(paid, 20))))
      record.waitsUntil = clock.now + wait
    }
    _ = try await save(record)
  }

  /// For how many seconds the next try has to wait, at least one.
  func wait(until date: Date) -> Int {
    max(1, Int(date.timeIntervalSince(clock.now).rounded(.up)))
  }

  func existing(_ id: Identifier<Owner>) async throws(AuthError) -> AccountRecord {
    guard let record = try await record(id) else { throw .noAccount }
    return record
  }

  // MARK: The store and the hashing, in this feature's errors

  func record(_ id: Identifier<Owner>) async throws(AuthError) -> AccountRecord? {
    try await stored { store async throws(StorageError) in try await store.record(id) }
  }

  func record(for email: EmailAddress) async throws(AuthError) -> AccountRecord? {
    try await stored { store async throws(StorageError) in try await store.record(for: email) }
  }

  func save(_ record: AccountRecord) async throws(AuthError) -> Bool {
    try await stored { store async throws(StorageError) in try await store.save(record) }
  }

  func keep(_ session: SavedSession?) async throws(AuthError) {
    try await stored { store async throws(StorageError) in try await store.save(session) }
  }

  func stored<Value>(
    _ body: (any AccountStore) async throws(StorageError) -> Value
  ) async throws(AuthError) -> Value {
    do throws(StorageError) { return try await body(store) } catch { throw .storage(error) }
  }

  func hash(_ password: Secret) async throws(AuthError) -> String {
    do throws(PasswordHashingError) {
      return try await hashing.hash(password)
    } catch { throw .hashing(error) }
  }
}
