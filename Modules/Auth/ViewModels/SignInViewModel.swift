import Core
import Foundation
import Observation

/// The form with which somebody signs in.
@MainActor @Observable final class SignInViewModel {
  /// Why somebody is asked to sign in.
  enum Reason {
    /// They want to.
    case wish
    /// What they want to do needs an account.
    case needed
    /// They were signed in for so long that they have to say again who they are.
    case expired
  }

  let reason: Reason
  var email: String { didSet { changed(.email) } }
  var password = Secret("") { didSet { changed(.password) } }
  private(set) var problems: FormProblems = [:]
  var problem: AuthError?

  @ObservationIgnored private let services: AuthServices

  init(_ reason: Reason, email: String = "", services: AuthServices) {
    self.reason = reason
    self.email = email
    self.services = services
  }

  /// For how many seconds the next try has to wait.
  func wait(until date: Date) -> Int { services.accounts.wait(until: date) }

  /// Says whose address and password were typed; nil when they are nobody's.
  func signIn() async -> Account? {
    var form = FormReader()
    let address = form.email(email)
    form.require(!password.isEmpty, .password)
    problems = form.problems
    problem = nil
    guard problems.isEmpty, let address else { return nil }
    do throws(AuthError) {
      return try await services.accounts.signIn(email: address, password: password)
    } catch {
      problem = error
      return nil
    }
  }

  private func changed(_ field: FieldName) {
    problems[field] = nil
  }
}
