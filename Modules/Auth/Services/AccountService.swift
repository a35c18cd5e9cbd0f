import Services
import Foundation

/// The operations on accounts, over a store and a hashing.
///
/// These calls identify users and store the session; they do not change the app's current owner.
struct AccountService: Sendable {
  /// The length of a session from the last start of the app.
  static let sessionLength: TimeInterval = 30 * 86_400
  /// The lifetime of a code.
  static let codeLength: TimeInterval = 900

  let store: any AccountStore
  let hashing: any PasswordHashing
  let mail: any MailSender
  let clock: any AppClock
  /// The clock of waits, codes and sessions: the machine's clock for accounts in a folder, so that
  /// `--now` neither skips a wait nor revives an expired code or session.
  let protectionClock: any AppClock
  let identifiers: any IdentifierSource
  let randomness: any RandomSource
  let logger: any AppLogger
  let decoys = Decoys()

  /// Creates an account.
  ///
  /// The error for a taken address reveals that the address has an account, as does that of a changed address:
  /// the user has to know the reason, no message could tell only the holder, and all accounts are on one
  /// machine.
  func create(
    name: String, email: EmailAddress, password: Secret
  ) async throws(AuthError) -> Account {
    // Checked before the hashing, and again by the store, because two requests may run at once.
    if try await record(for: email) != nil { throw .emailTaken }
    let hash = try await hash(password)
    let account = Account(
      id: Identifier(identifiers.next("account")), name: name, email: email, created: clock.now)
    guard try await save(AccountRecord(account: account, passwordHash: hash)) else {
      throw .emailTaken
    }
    return account
  }

  /// Returns the account with this address and password. A hash that new ones differ from, as by their cost, is
  /// renewed.
  func signIn(email: EmailAddress, password: Secret) async throws(AuthError) -> Account {
    let record = try await record(for: email)
    guard try await isRight(password, record?.passwordHash, of: record, email) else {
      throw .wrongCredentials
    }
    guard let record else { throw .wrongCredentials }
    if !hashing.isCurrent(record.passwordHash) { await renewHash(of: record, password) }
    return record.account
  }

  /// Changes the name, the address or both; nil changes nothing, so that another window's change is
  /// kept. A code sent to the old address becomes invalid.
  ///
  /// Another address needs the current password. Otherwise a person at an unlocked window could change the
  /// address, and then set a new password with a code that is sent there. Another spelling of the same address
  /// needs none. The password has to be the current one when the address is stored, too.
  func change(
    _ id: Identifier<Owner>, name: String?, email: EmailAddress?, password: Secret = Secret("")
  ) async throws(AuthError) -> Account {
    var proven: String?
    if let email {
      let record = try await existing(id)
      if email != record.account.email {
        try await check(password, of: record)
        proven = record.passwordHash
      }
    }
    let changed = try await edit(id) { [proven] record -> Account? in
      if let email, email != record.account.email, record.passwordHash != proven { return nil }
      if let name { record.account.name = name }
      if let email {
        record.account.email = email
        record.reset = nil
      }
      return record.account
    }
    if let changed { return changed }
    throw .wrongCredentials
  }

  /// Sets a new password for a user who knows the old one. No session ends.
  func changePassword(
    of id: Identifier<Owner>, from old: Secret, to new: Secret
  ) async throws(AuthError) {
    let record = try await existing(id)
    try await check(old, of: record)
    let changed = try await setPassword(
      new, of: record, endsSession: false, provenBy: { $0.passwordHash })
    if changed == nil { throw .wrongCredentials }
  }

  // MARK: Sessions

  /// Begins a session. If another window has a session of the account, this window shares it, so that the other one
  /// goes on. An account that another window has deleted has none.
  ///
  /// - Returns: the identifier of a new session, or nil for a shared one; and the end in the time of the app's clock.
  func beginSession(
    of account: Account
  ) async throws(AuthError) -> (new: SavedSession.ID?, expires: Date) {
    let now = protectionClock.now
    let new = SavedSession(
      id: SavedSession.ID(identifiers.next("session")), account: account.id,
      expires: now + Self.sessionLength)
    let stored = try await stored { store async throws(StorageError) in
      try await store.begin(new, at: now)
    }
    guard let stored else { throw .noAccount }
    return (stored.id == new.id ? new.id : nil, clock.now + Self.sessionLength)
  }

  /// Resumes the last session, if it has not expired, and extends it. If it can't be extended, it
  /// continues up to its end.
  ///
  /// No account is used before it was made: then the clock is wrong, as on a machine without a battery, and a later end
  /// stays stored, so that the next start with the right clock does not end the session. An account may also have been
  /// made with a later `--now`, whose session is extended like any other.
  ///
  /// - Parameter keepsExpired: whether an expired session stays stored, so that the next start
  ///   reports it again.
  func resumeSession(keepsExpired: Bool = false) async throws(AuthError) -> ResumedSession {
    // The window is a guest's unless it takes a session over.
    store.adopt(nil)
    guard let session = try await storedSession() else { return .none }
    guard let record = try await record(session.account) else {
      try await endSession(session.id)
      return .none
    }
    // If the clock was ahead and goes back, the session starts again like any other.
    guard session.expires > protectionClock.now else {
      if !keepsExpired { await endExpired(session.id) }
      return .expired(record.account)
    }
    let now = protectionClock.now
    let latest = now + Self.sessionLength
    let end = now < record.account.created ? max(session.expires, latest) : latest
    let isKept: Bool
    do throws(StorageError) {
      isKept = try await store.extendSession(session.id, to: end)
    } catch {
      store.adopt(session)
      return .going(record.account, expires: inAppTime(min(session.expires, end)))
    }
    // Another window may have ended it meanwhile, and begun another one.
    guard isKept else { return try await resumeSession(keepsExpired: keepsExpired) }
    store.adopt(session)
    return .going(record.account, expires: inAppTime(end))
  }

  /// Returns the app's time at a time of the protecting clock.
  private func inAppTime(_ time: Date) -> Date {
    clock.now + time.timeIntervalSince(protectionClock.now)
  }

  /// Ends an account's session that this window has, if it is the stored one. The window has none after that.
  func endSession(of account: Identifier<Owner>) async throws(AuthError) {
    guard let session = try await ownSession(of: account) else {
      store.known.forgetSession(of: account)
      return
    }
    try await endSession(session.id)
  }

  /// Ends a session, if it is the stored one. The window doesn't have it after that.
  func endSession(_ session: SavedSession.ID) async throws(AuthError) {
    // The latest time that can be stored; `Date.distantFuture` is earlier.
    let end = Date(timeIntervalSinceReferenceDate: DatabaseValue.times.upperBound)
    try await stored { store async throws(StorageError) in
      try await store.removeSession(session, endedBy: end)
    }
  }

  /// Ends the session of an account that has expired in this window, unless another window has extended it. The
  /// window has none after that. If the stored one can't be removed, the next start does it.
  func endExpiredSession(of account: Identifier<Owner>) async {
    if let session = store.known.forgetSession(of: account) { await endExpired(session) }
  }

  private func endExpired(_ session: SavedSession.ID) async {
    do throws(StorageError) {
      try await store.removeSession(session, endedBy: protectionClock.now)
    } catch {
      logger.log(.error, "the expired session was not removed: \(error)")
    }
  }

  /// Returns when this window's session of an account ends, or nil if it has ended already.
  func sessionEnd(of account: Identifier<Owner>) async throws(AuthError) -> Date? {
    try await ownSession(of: account).map { inAppTime($0.expires) }
  }

  /// Returns the account, if it exists, this window has its session, and that is the stored one.
  func signedIn(_ id: Identifier<Owner>) async throws(AuthError) -> Account? {
    guard try await ownSession(of: id) != nil else { return nil }
    return try await record(id)?.account
  }

  /// Returns the stored session if it is an account's, and this window has it.
  private func ownSession(
    of account: Identifier<Owner>
  ) async throws(AuthError) -> SavedSession? {
    guard let session = try await storedSession(), session.account == account,
      store.known.has(session.id)
    else { return nil }
    return session
  }
}

/// The state of the last session.
enum ResumedSession: Equatable {
  /// There was none.
  case none
  /// The session has expired.
  case expired(Account)
  /// The session continues.
  case going(Account, expires: Date)
}
