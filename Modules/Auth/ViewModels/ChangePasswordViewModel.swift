import Services
import Observation

/// The form that changes a known password.
@MainActor @Observable final class ChangePasswordViewModel {
  var old = Secret("") { didSet { problems[.oldPassword] = nil } }
  var new = Secret("") { didSet { problems[.newPassword] = nil } }
  private(set) var problems: FormProblems = [:]
  private(set) var problem: AuthError?

  @ObservationIgnored private let account: Account
  @ObservationIgnored private let services: AuthServices

  init(_ account: Account, services: AuthServices) {
    self.account = account
    self.services = services
  }

  var isChanged: Bool { !old.isEmpty || !new.isEmpty }

  /// Changes the password; returns `false` if it was not changed.
  func save() async -> Bool {
    var form = FormReader()
    form.require(!old.isEmpty, .oldPassword)
    form.password(new, in: .newPassword, name: account.name, email: account.email.text)
    problems = form.problems
    problem = nil
    guard problems.isEmpty else { return false }
    do throws(AuthError) {
      try await services.accounts.changePassword(of: account.id, from: old, to: new)
      return true
    } catch {
      switch error {
      case .wrongCredentials: problems[.oldPassword] = .wrong
      // Another window has changed the name or the address.
      case .personalPassword: problems[.newPassword] = .password(.personal)
      default: problem = error
      }
      return false
    }
  }
}
