import Services
import Observation

/// The form for signing in.
@MainActor @Observable final class SignInViewModel {
  /// Why the form is open.
  enum Reason {
    /// The user chose to sign in.
    case wish
    /// An action requires an account.
    case needed
    /// The session has expired.
    case expired
  }

  let reason: Reason
  var email: String { didSet { problems[.email] = FormReader.problem(ofTyped: email) } }
  var password = Secret("") { didSet { problems[.password] = nil } }
  private(set) var problems: FormProblems = [:]
  var problem: AuthError?
  /// Whether this form covers a form for a new account with input.
  ///
  /// Input to sign in isn't a reason to ask before leaving: it is typed in seconds or filled in by a
  /// password manager, and is not stored. A form for an account is work, also while this one covers
  /// it.
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

  /// Returns the account; nil for invalid input or after a failure.
  func signIn() async -> Account? {
    var form = FormReader()
    let address = form.email(email)
    form.require(!password.isEmpty, .password)
    problems = form.problems
    problem = nil
    guard problems.isEmpty, let address else { return nil }
    do throws(AuthError) {
      let account = try await services.accounts.signIn(email: address, password: password)
      // A user with an account needs no draft of a new one.
      keepsDraft = false
      return account
    } catch {
      problem = error
      return nil
    }
  }
}
