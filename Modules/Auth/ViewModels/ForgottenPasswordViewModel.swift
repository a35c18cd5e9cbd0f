import Services
import Foundation
import Observation

/// Asks for a code with which a forgotten password is replaced.
@MainActor @Observable final class ForgottenPasswordViewModel {
  var email: String { didSet { emailProblem = nil } }
  private(set) var emailProblem: FieldProblem?
  private(set) var problem: AuthError?

  @ObservationIgnored private let services: AuthServices

  init(email: String, services: AuthServices) {
    self.email = email
    self.services = services
  }

  /// For how many seconds the next try has to wait.
  func wait(until date: Date) -> Int { services.accounts.wait(until: date) }

  /// Sends the code.
  ///
  /// - Returns: where it went, and what a sandbox shows in its place; nil when nothing was sent.
  func send() async -> (email: EmailAddress, sandboxCode: String?)? {
    var form = FormReader()
    let address = form.email(email)
    emailProblem = form.problems[.email]
    problem = nil
    guard let address else { return nil }
    do throws(AuthError) {
      return (address, try await services.accounts.sendCode(to: address))
    } catch {
      problem = error
      return nil
    }
  }
}

/// Takes the code that was sent, and the new password.
@MainActor @Observable final class NewPasswordViewModel {
  let email: EmailAddress
  /// What a sandbox would have sent, or nil.
  let sandboxCode: String?
  /// The code as it was typed. It is good once and for minutes, and no secret of the person's.
  var code = "" { didSet { problems[.code] = nil } }
  var password = Secret("") { didSet { problems[.newPassword] = nil } }
  private(set) var problems: FormProblems = [:]
  var problem: AuthError?

  /// Whether the password is set: what was typed is stored then.
  @ObservationIgnored private var isSaved = false
  @ObservationIgnored private let services: AuthServices

  init(email: EmailAddress, sandboxCode: String?, services: AuthServices) {
    self.email = email
    self.sandboxCode = sandboxCode
    self.services = services
  }

  /// For how many seconds the next try has to wait.
  func wait(until date: Date) -> Int { services.accounts.wait(until: date) }

  var isChanged: Bool { !(code.isEmpty && password.isEmpty) && !isSaved }

  /// Sets the password; nil when the code is wrong or the password is not taken.
  func save() async -> Account? {
    var form = FormReader()
    form.require(!code.isEmpty, .code)
    form.password(password, in: .newPassword, name: "", email: email.text)
    problems = form.problems
    problem = nil
    guard problems.isEmpty else { return nil }
    do throws(AuthError) {
      let account = try await services.accounts.reset(
        email: email, code: Secret(code), to: password)
      isSaved = true
      return account
    } catch {
      problem = error
      return nil
    }
  }
}
