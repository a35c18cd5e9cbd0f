import Services
import Foundation
import Observation

/// The form for the sent code and a new password.
@MainActor @Observable final class NewPasswordViewModel {
  let email: EmailAddress
  /// The message of a sandbox, or nil.
  private(set) var sandboxCode: String?
  /// The typed code. It is valid once and for minutes, so it is not a secret.
  var code = "" { didSet { problems[.code] = nil } }
  var password = Secret("") { didSet { problems[.newPassword] = nil } }
  private(set) var problems: FormProblems = [:]
  var problem: AuthError?
  /// Whether another code was sent since the form was opened, and nothing was tried after it.
  private(set) var isSentAgain = false

  /// The account and its new password, once it is stored.
  @ObservationIgnored private var changed: (account: Account, password: Secret)?
  @ObservationIgnored private let services: AuthServices

  init(email: EmailAddress, sandboxCode: String?, services: AuthServices) {
    self.email = email
    self.sandboxCode = sandboxCode
    self.services = services
  }

  /// The seconds until the next attempt is allowed.
  func wait(until date: Date) -> Int { services.accounts.wait(until: date) }

  /// Whether no e-mail is sent.
  var isSandbox: Bool { services.accounts.mail.isSandbox }

  var isChanged: Bool { !(code.isEmpty && password.isEmpty) && changed == nil }

  /// Sends another code, after which the one before is no longer valid; it stays valid if none was sent. The
  /// typed password stays.
  func sendAgain() async {
    (problem, isSentAgain) = (nil, false)
    do throws(AuthError) {
      sandboxCode = try await services.accounts.sendCode(to: email)
      (code, isSentAgain) = ("", true)
    } catch {
      problem = error
    }
  }

  /// Changes the password; nil for a wrong code or an invalid password. A password that was changed is not
  /// changed again, if only the sign-in after it has failed.
  func save() async -> Account? {
    var form = FormReader()
    // As it is read aloud, or copied.
    let code = code.filter { !$0.isWhitespace }
    form.require(!code.isEmpty, .code)
    // The name is compared after the code was right: another person can't find it by trying.
    form.password(password, in: .newPassword, name: "", email: email.text)
    problems = form.problems
    (problem, isSentAgain) = (nil, false)
    guard problems.isEmpty else { return nil }
    do throws(AuthError) {
      if let account = try await changedAccount() { return account }
      let account = try await services.accounts.reset(
        email: email, code: Secret(code), to: password)
      changed = (account, password)
      return account
    } catch {
      if error == .personalPassword {
        problems[.newPassword] = .password(.personal)
      } else {
        problem = error
      }
      return nil
    }
  }

  /// Returns the account whose password was changed to the typed one; nil without one, or if it is no longer that
  /// account's.
  private func changedAccount() async throws(AuthError) -> Account? {
    guard let (account, proven) = changed, proven == password else { return nil }
    do throws(AuthError) {
      return try await services.accounts.account(account.id, provenBy: proven)
    } catch {
      guard error == .wrongCredentials || error == .noAccount else { throw error }
      changed = nil
      // The form names a deleted account once. After that the code may be that of a new account with the same address.
      if error == .noAccount { throw error }
      return nil
    }
  }
}
