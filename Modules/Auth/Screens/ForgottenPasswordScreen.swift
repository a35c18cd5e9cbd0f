import Services
import Core

/// Is told what happens on a ``ForgottenPasswordScreen``.
@MainActor protocol ForgottenPasswordScreenDelegate: AnyObject {
  /// A code is on its way to this address.
  func forgottenPasswordScreen(
    _ screen: ForgottenPasswordScreen, didSendCodeTo email: EmailAddress, sandboxCode: String?)
}

/// Asks where to send a code to a user who forgot their password.
final class ForgottenPasswordScreen: Screen {
  private(set) weak var delegate: (any ForgottenPasswordScreenDelegate)?
  private let viewModel: ForgottenPasswordViewModel

  init(
    _ viewModel: ForgottenPasswordViewModel, delegate: any ForgottenPasswordScreenDelegate
  ) {
    self.viewModel = viewModel
    self.delegate = delegate
  }

  var model: AnyObject? { viewModel }

  var content: ScreenContent {
    ScreenContent(
      title: "Forgot password",
      subtitle: "You'll get a code by e-mail to set a new password.",
      notice: AuthText.notice(viewModel.problem, wait: viewModel.wait),
      sections: [
        ContentSection(
          "account",
          .fields([
            Field(
              "email", label: "E-mail", kind: .email, value: .some(text: viewModel.email),
              placeholder: "reader@example.org", problem: AuthText.message(viewModel.emailProblem))
          ]))
      ],
      actions: [Action("send", title: "Send the code", role: .primary)])
  }

  func perform(_ action: Action.ID, _ input: ActionInput) async {
    switch (action, input) {
    case (.fill, .field("email", let value)): viewModel.email = value.text
    case ("send", _):
      guard let (email, code) = await viewModel.send() else { return }
      delegate?.forgottenPasswordScreen(self, didSendCodeTo: email, sandboxCode: code)
    default: break
    }
  }
}
