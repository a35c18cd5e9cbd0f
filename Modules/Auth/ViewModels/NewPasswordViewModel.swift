import Services
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
  private(set) var problem: AuthError?
  /// Whether another code was sent since the form was opened, and nothing was tried after it.
  private(set) var isSentAgain = false

  /// Whether the new password is stored.
  @ObservationIgnored private var isSaved = false
  @ObservationIgnored private let services: AuthServices

  init(email: EmailAddress, sandboxCode: String?, services: AuthServices) {
    self.email = email
    self.sandboxCode = sandboxCode
    self.services = services
  }

  /// Whether no e-mail is sent.
  var isSandbox: Bool { services.accounts.mail.isSandbox }

  var isChanged: Bool { !(code.isEmpty && password.isEmpty) && !isSaved }

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

  /// Changes the password; nil for invalid input or after a failure.
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
      let account = try await services.accounts.reset(
        email: email, code: Secret(code), to: password)
      isSaved = true
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
}
