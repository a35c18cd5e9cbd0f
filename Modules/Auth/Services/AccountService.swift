import Services
import Foundation

/// What can be done with accounts: the rules, over a store and a hashing.
///
/// No user is signed in or out here: these calls say who a user is, and keep it.
struct AccountService: Sendable {
  /// For how long a user is signed in from the last start of the app on.
  static let sessionLength: TimeInterval = 30 * 86_400
  /// For how long a code is good.
  static let codeLength: TimeInterval = 900

  let store: any AccountStore
  let hashing: any PasswordHashing
  let mail: any MailSender
  let clock: any AppClock
  /// Counts waits, and the time of codes and sessions: the machine's clock where accounts are kept in
  /// a folder, so that `--now` neither skips a wait nor makes an old code or session good again.
  let protectionClock: any AppClock
  let identifiers: any IdentifierSource
  let randomness: any RandomSource
  let decoys = Decoys()

  /// Makes an account.
  ///
  /// An address that has one is said to be taken, so here, and only here, a person learns which
  /// addresses have accounts: they have to know why none was made, no message can be sent that would
  /// say it to the address alone, and all accounts are those of one machine.
  func create(
    name: String, email: EmailAddress, password: Secret
  ) async throws(AuthError) -> Account {
    // Asked before the slow part, and by the store once more: two may be on their way.
    if try await record(for: email) != nil { throw .emailTaken }
    let hash = try await hash(password)
    let account = Account(
      id: Identifier(identifiers.next("account")), name: name, email: email, created: clock.now)
    guard try await save(AccountRecord(account: account, passwordHash: hash)) else {
      throw .emailTaken
    }
    return account
  }

  /// Says whose address and password these are.
  func signIn(email: EmailAddress, password: Secret) async throws(AuthError) -> Account {
    let record = try await record(for: email)
    guard try await isRight(password, record?.passwordHash, of: record, email) else {
      throw .wrongCredentials
    }
    guard let record else { throw .wrongCredentials }
    return record.account
  }

  /// Changes the name and the address. A code that was sent to the old one is good no more.
  func change(
    _ id: Identifier<Owner>, name: String, email: EmailAddress
  ) async throws(AuthError) -> Account {
    try await edit(id) { record in
      record.account.name = name
      record.account.email = email
      record.reset = nil
      return record.account
    }
  }

  /// Sets a new password for a user who knows the old one.
  func changePassword(
    of id: Identifier<Owner>, from old: Secret, to new: Secret
  ) async throws(AuthError) {
    let record = try await existing(id)
    guard try await isRight(old, record.passwordHash, of: record, record.account.email) else {
      throw .wrongCredentials
    }
    _ = try await setPassword(new, of: id)
  }

  // MARK: Forgotten passwords

  /// Sends a code to whoever has this address. For an address without an account nothing is sent,
  /// and nothing says so.
  ///
  /// - Returns: what a sandbox shows in the place of sending.
  func sendCode(to email: EmailAddress) async throws(AuthError) -> String? {
    let code = (0..<8).map { _ in String(randomness.next(below: 10)) }.joined()
    let hash = try await hash(Secret(code))
    guard let record = try await record(for: email) else { return nil }
    let reset = AccountRecord.ResetCode(hash: hash, expires: protectionClock.now + Self.codeLength)
    let isKept = try await edit(record.account.id) { record in
      // By then the account may have another address.
      guard record.account.email == email else { return false }
      record.reset = reset
      return true
    }
    guard isKept else { return nil }
    do throws(MailError) {
      return try await mail.sendCode(code, to: email)
    } catch { throw .mail(error) }
  }

  /// Sets a new password for a user who has the code.
  func reset(
    email: EmailAddress, code: Secret, to password: Secret
  ) async throws(AuthError) -> Account {
    let record = try await record(for: email)
    let reset = record?.reset.flatMap { reset in
      isGood(until: reset.expires, atMost: Self.codeLength) ? reset.hash : nil
    }
    guard try await isRight(code, reset, of: record, email), let record else { throw .wrongCode }
    return try await setPassword(password, of: record.account.id)
  }

  // MARK: Sessions

  /// Notes that a user is signed in from now on, and returns until when.
  func beginSession(of account: Account) async throws(AuthError) -> Date {
    try await keep(
      SavedSession(account: account.id, expires: protectionClock.now + Self.sessionLength))
    // As the rest of the app counts.
    return clock.now + Self.sessionLength
  }

  /// Who was signed in when the app was used last, if they still are; the time starts again.
  func resumeSession() async throws(AuthError) -> ResumedSession {
    guard
      let session = try await stored({ store async throws(StorageError) in
        try await store.session()
      })
    else { return .none }
    guard let record = try await record(session.account) else {
      try await endSession()
      return .none
    }
    // A clock that was ahead signs nobody out when it goes back: the session starts again as any other.
    guard session.expires > protectionClock.now else {
      try await endSession()
      return .expired(record.account)
    }
    return .going(record.account, expires: try await beginSession(of: record.account))
  }

  /// Notes that no user is signed in.
  func endSession() async throws(AuthError) {
    try await keep(nil)
  }

  /// The account, if it is there and its session is the one that is kept; nil otherwise.
  func signedIn(_ id: Identifier<Owner>) async throws(AuthError) -> Account? {
    try await stored { store async throws(StorageError) in try await store.signedIn(id) }?.account
  }

  /// The account, or nil.
  func account(_ id: Identifier<Owner>) async throws(AuthError) -> Account? {
    try await record(id)?.account
  }
}

/// What is left of the session of the last time.
enum ResumedSession: Equatable {
  /// There was none.
  case none
  /// Its time was over.
  case expired(Account)
  /// It goes on.
  case going(Account, expires: Date)
}
