import Services
import Foundation

extension AccountService {
  /// Checks a password or a code against a hash, and notes how it went.
  ///
  /// Takes the same time, and waits the same, whether there is an account, a hash, or neither.
  ///
  /// - Parameters:
  ///   - hash: what is checked against, or nil for nothing that could be right.
  ///   - record: the account of the address, or nil for none.
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
    // As it is by now: another try may have failed meanwhile, and the account may be gone.
    let now = protectionClock.now
    @Sendable func note(in tries: inout FailedTries) -> Result<Bool, AuthError> {
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

  /// Whether something that lasts so long at most is good now. What would be good for longer was kept
  /// by a clock that was ahead.
  func isGood(until expires: Date, atMost length: TimeInterval) -> Bool {
    let rest = expires.timeIntervalSince(protectionClock.now)
    return rest > 0 && rest <= length
  }

  private func unknownTries(with email: EmailAddress) async throws(AuthError) -> FailedTries {
    try await stored { store async throws(StorageError) in
      try await store.tries(withUnknown: email)
    }
  }

  /// Keeps a new password for an account that is there.
  func setPassword(
    _ password: Secret, of id: Identifier<Owner>
  ) async throws(AuthError) -> Account {
    let hash = try await hash(password)
    // After the slow part: what happened meanwhile is not undone.
    return try await edit(id) { record in
      record.passwordHash = hash
      record.reset = nil
      record.tries = FailedTries()
      return record.account
    }
  }

  /// For how many seconds the next try has to wait, at least one.
  func wait(until date: Date) -> Int {
    let wait = date.timeIntervalSince(protectionClock.now).rounded(.up)
    return Int(min(max(wait, 1), FailedTries.longestWait))
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
    _ id: Identifier<Owner>, _ edit: @Sendable (inout AccountRecord) -> Value
  ) async throws(AuthError) -> Value {
    let change = try await stored { store async throws(StorageError) in
      try await store.change(id, edit)
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

  func keep(_ session: SavedSession?) async throws(AuthError) {
    try await stored { store async throws(StorageError) in try await store.save(session) }
  }

  func stored<Value>(
    _ body: (any AccountStore) async throws(StorageError) -> Value
  ) async throws(AuthError) -> Value {
    do throws(StorageError) { return try await body(store) } catch { throw .storage(error) }
  }

  func hash(_ password: Secret) async throws(AuthError) -> String {
    let hash: String
    do throws(PasswordHashingError) {
      hash = try await hashing.hash(password.normalized)
    } catch { throw .hashing(error) }
    // Whoever cancelled meanwhile wants nothing to be kept.
    if Task.isCancelled { throw .cancelled }
    return hash
  }
}

extension Secret {
  /// The same secret however its letters were composed (NIST SP 800-63B-3, section 5.1.1.2: NFKC).
  fileprivate var normalized: Secret { Secret(reveal().precomposedStringWithCompatibilityMapping) }
}
