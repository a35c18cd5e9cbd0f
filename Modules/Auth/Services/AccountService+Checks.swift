import Services
import Foundation
import Synchronization

extension AccountService {
  /// Checks a password or a code against a hash, and records the result.
  ///
  /// Takes the same time, and causes the same wait, with or without an account or a hash.
  ///
  /// - Parameters:
  ///   - hash: the hash, or nil if no input can be right.
  ///   - record: the account of the address, or nil.
  func isRight(
    _ secret: Secret, _ hash: String?, of record: AccountRecord?, _ email: EmailAddress
  ) async throws(AuthError) -> Bool {
    let tries: FailedTries
    if let record { tries = record.tries } else { tries = try await unknownTries(with: email) }
    try tries.check(at: protectionClock.now)
    let decoy: String
    do throws(PasswordHashingError) { decoy = try await decoys.hash(by: hashing) } catch {
      throw .hashing(error)
    }
    let isRight = await hashing.verify(secret.normalized, against: hash ?? decoy) && hash != nil
    // Read again: another try may have failed meanwhile, or the account may be deleted. The time is that of the
    // transaction: by an earlier one the maximum wait would look like that of a wrong clock.
    @Sendable func note(in tries: inout FailedTries) -> Result<Bool, AuthError> {
      let now = protectionClock.now
      do throws(AuthError) { try tries.check(at: now) } catch { return .failure(error) }
      if isRight { tries = FailedTries() } else { tries.note(at: now) }
      return .success(isRight)
    }
    guard let record else {
      return try await stored { store async throws(StorageError) in
        try await store.changeTries(withUnknown: email) { note(in: &$0) }
      }.get()
    }
    return try await edit(record.account.id) { note(in: &$0.tries) }.get()
  }

  /// Throws if this is not the account's password; a wrong one counts as a failed try.
  func check(_ password: Secret, of record: AccountRecord) async throws(AuthError) {
    guard try await isRight(password, record.passwordHash, of: record, record.account.email) else {
      throw .wrongCredentials
    }
  }

  private func unknownTries(with email: EmailAddress) async throws(AuthError) -> FailedTries {
    try await stored { store async throws(StorageError) in
      try await store.tries(withUnknown: email)
    }
  }

  /// Stores a new hash of an account's right password, unless another window has changed the password. If that fails,
  /// the next sign-in tries it again.
  func renewHash(of record: AccountRecord, _ password: Secret) async {
    do throws(AuthError) {
      let hash = try await hash(password)
      try await edit(record.account.id) {
        if $0.passwordHash == record.passwordHash { $0.passwordHash = hash }
      }
    } catch {
      if error != .cancelled {
        logger.log(.warning, "the hash of a password was not renewed: \(error)")
      }
    }
  }

  /// Stores a new password of an existing account, unless it is the user's name or address.
  ///
  /// - Parameters:
  ///   - record: the account, in which the old password or a code was right.
  ///   - endsSession: whether the account's session ends, in any window.
  ///   - proof: returns the hash that the old password or the code was compared with.
  /// - Returns: nil, storing nothing, if the stored account no longer has that hash: another window
  ///   has changed the password, or sent or used a code.
  func setPassword(
    _ password: Secret, of record: AccountRecord, endsSession: Bool,
    provenBy proof: @Sendable (AccountRecord) -> String?
  ) async throws(AuthError) -> Account? {
    let account = record.account
    if PasswordRules.isPersonal(password, name: account.name, email: account.email.text) {
      throw .personalPassword
    }
    let (proven, hash) = (proof(record), try await hash(password))
    // After the hashing, so that changes made meanwhile are kept.
    return try await edit(account.id, endsSession: endsSession) { record -> Account? in
      guard proof(record) == proven else { return nil }
      record.passwordHash = hash
      record.reset = nil
      return record.account
    }
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

  func edit<Value: Sendable>(
    _ id: Identifier<Owner>, endsSession: Bool = false,
    _ edit: @Sendable (inout AccountRecord) -> Value
  ) async throws(AuthError) -> Value {
    // A database changes nothing in a cancelled task either.
    if Task.isCancelled { throw .cancelled }
    let change = try await stored { store async throws(StorageError) in
      try await store.change(id, endsSession: endsSession, edit)
    }
    switch change {
    case .changed(let value): return value
    case .noAccount: throw .noAccount
    case .emailTaken: throw .emailTaken
    }
  }

  func save(_ record: AccountRecord) async throws(AuthError) -> Bool {
    try await stored { store async throws(StorageError) in try await store.save(record) }
  }

  func storedSession() async throws(AuthError) -> SavedSession? {
    try await stored { store async throws(StorageError) in try await store.session() }
  }

  func stored<Value>(
    _ body: (any AccountStore) async throws(StorageError) -> Value
  ) async throws(AuthError) -> Value {
    do throws(StorageError) { return try await body(store) } catch .cancelled {
      throw .cancelled
    } catch { throw .storage(error) }
  }

  func hash(_ password: Secret) async throws(AuthError) -> String {
    let hash: String
    do throws(PasswordHashingError) {
      hash = try await hashing.hash(password.normalized)
    } catch { throw .hashing(error) }
    // A cancelled operation stores nothing.
    if Task.isCancelled { throw .cancelled }
    return hash
  }
}

/// The hash for checking passwords of addresses without an account, so that the time of an answer
/// does not reveal which addresses have one. The store keeps their failed tries.
final class Decoys: Sendable {
  /// The hashed text, which is neither a password nor a code of any account.
  static let text = "a password of no account"

  private let known = Mutex<String?>(nil)

  /// Returns a hash of no account's password, created once, except by first calls at the same time.
  func hash(by hashing: any PasswordHashing) async throws(PasswordHashingError) -> String {
    if let hash = known.withLock({ $0 }) { return hash }
    let made = try await hashing.hash(Secret(Self.text))
    known.withLock { $0 = made }
    return made
  }
}
