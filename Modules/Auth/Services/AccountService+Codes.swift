import Services
import Foundation

// The codes for forgotten passwords.
extension AccountService {
  /// Sends a code to this address, after which the one before is no longer valid. For an address
  /// without an account nothing is sent.
  ///
  /// The result of a sent code is the same as without an account. An error of the mail, the code that a sandbox
  /// shows, and the time that saving and sending takes reveal that the address has an account: the user has to
  /// know the first two.
  ///
  /// - Returns: the text that a sandbox shows instead of sending it.
  func sendCode(to email: EmailAddress) async throws(AuthError) -> String? {
    let code = (0..<8).map { _ in String(randomness.next(below: 10)) }.joined()
    let hash = try await hash(Secret(code))
    guard let record = try await record(for: email) else { return nil }
    let reset = AccountRecord.ResetCode(hash: hash, expires: protectionClock.now + Self.codeLength)
    let id = record.account.id
    let (isKept, former) = try await edit(id) { record -> (Bool, AccountRecord.ResetCode?) in
      // The account may have another address by then.
      guard record.account.email == email else { return (false, nil) }
      defer { record.reset = reset }
      return (true, record.reset)
    }
    guard isKept else { return nil }
    do throws(MailError) {
      return try await mail.sendCode(code, to: email)
    } catch {
      // Also for a cancelled caller, who waits for it: its own task would store nothing.
      await Task { await restore(former, of: id, insteadOf: reset) }.value
      throw .mail(error)
    }
  }

  /// Makes the code before one that was not sent valid again, unless another window has replaced it.
  private func restore(
    _ former: AccountRecord.ResetCode?, of id: Identifier<Owner>,
    insteadOf unsent: AccountRecord.ResetCode
  ) async {
    do throws(AuthError) {
      try await edit(id) { record in
        if record.reset == unsent { record.reset = former }
      }
    } catch {
      logger.log(.warning, "the code before is no longer valid: \(error)")
    }
  }

  /// Sets a new password with a code, which stays valid if the password is refused. That ends the account's session in
  /// any window, because a person who is signed in may not be the one who has the code.
  func reset(
    email: EmailAddress, code: Secret, to password: Secret
  ) async throws(AuthError) -> Account {
    let record = try await record(for: email)
    let reset = record?.reset.flatMap { reset in
      // A longer time was stored by a clock that was ahead.
      let rest = reset.expires.timeIntervalSince(protectionClock.now)
      return rest > 0 && rest <= Self.codeLength ? reset.hash : nil
    }
    guard try await isRight(code, reset, of: record, email), let record else { throw .wrongCode }
    let changed = try await setPassword(
      password, of: record, endsSession: true, provenBy: { $0.reset?.hash })
    if let changed { return changed }
    throw .wrongCode
  }
}
