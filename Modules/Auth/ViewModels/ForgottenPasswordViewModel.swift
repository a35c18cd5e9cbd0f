import Services
import Observation

/// The form for a code that resets a forgotten password.
@MainActor @Observable final class ForgottenPasswordViewModel {
  var email: String { didSet { emailProblem = FormReader.problem(ofTyped: email) } }
  private(set) var emailProblem: FieldProblem?
  private(set) var problem: AuthError?

  @ObservationIgnored private let services: AuthServices

  init(email: String, services: AuthServices) {
    self.email = email
    self.services = services
  }

  /// Whether no e-mail is sent.
  var isSandbox: Bool { services.accounts.mail.isSandbox }

  /// Sends the code.
  ///
  /// - Returns: the address, and the message that a sandbox shows instead; nil if nothing was sent.
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
