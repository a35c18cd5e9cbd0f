import Services
import Foundation
import Observation

/// The form with which a user signs in.
@MainActor @Observable final class SignInViewModel {
  /// Why a user is asked to sign in.
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
  /// Whether a form for a new account waits behind this one, with what was typed into it.
  ///
  /// What is typed to sign in is no reason to ask before leaving: it is in the person's head or in
  /// their password manager, it is typed in seconds, and nothing of it would be stored. A form for
  /// an account is work, also while this one stands in its place.
  private(set) var keepsDraft: Bool

  @ObservationIgnored private let services: AuthServices

  init(
    _ reason: Reason, email: String = "", keepsDraft: Bool = false, services: AuthServices
  ) {
    self.reason = reason
    self.email = email
    self.keepsDraft = keepsDraft
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
      let account = try await services.accounts.signIn(email: address, password: password)
      // Who has an account needs no draft of one.
      keepsDraft = false
      return account
    } catch {
      problem = error
      return nil
    }
  }

  private func changed(_ field: FieldName) {
    problems[field] = nil
  }
}
