import Services
import Core

/// Sets a new password with a code that is sent by e-mail, and signs the user in.
///
/// It ends with the flow that began it, which signs in; or when the user goes back or the sign-in fails, which leads
/// to the form for signing in.
final class ForgottenPasswordCoordinator: Coordinator<Never> {
  private let email: String
  private let services: AuthServices
  /// Signs a user in; returns the error, or nil.
  private let admit: (Account) async -> AuthError?

  /// - Parameter email: what is typed in the form for signing in.
  init(
    email: String, services: AuthServices, admit: @escaping (Account) async -> AuthError?
  ) {
    self.email = email
    self.services = services
    self.admit = admit
    super.init()
  }

  override func start() {
    push(
      ForgottenPasswordScreen(
        ForgottenPasswordViewModel(email: email, services: services), delegate: self))
  }
}

extension ForgottenPasswordCoordinator: ForgottenPasswordScreenDelegate, NewPasswordScreenDelegate {
  func forgottenPasswordScreen(
    _ screen: ForgottenPasswordScreen, didSendCodeTo email: EmailAddress, sandboxCode: String?
  ) {
    push(
      NewPasswordScreen(
        NewPasswordViewModel(email: email, sandboxCode: sandboxCode, services: services),
        delegate: self))
  }

  func newPasswordScreen(
    _ screen: NewPasswordScreen, didSetPasswordOf account: Account
  ) async {
    guard await admit(account) != nil, isRunning else { return }
    // The code is used up.
    context.notices.post(AuthText.passwordChanged)
    stop()
  }
}
