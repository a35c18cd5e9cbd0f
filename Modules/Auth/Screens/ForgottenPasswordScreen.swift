import Services
import Core

/// The delegate of a ``ForgottenPasswordScreen``.
@MainActor protocol ForgottenPasswordScreenDelegate: AnyObject {
  /// A code was sent to this address.
  func forgottenPasswordScreen(
    _ screen: ForgottenPasswordScreen, didSendCodeTo email: EmailAddress, sandboxCode: String?)
}

/// The form for a code that resets a forgotten password.
final class ForgottenPasswordScreen: ModelScreen {
  private(set) weak var delegate: (any ForgottenPasswordScreenDelegate)?
  let viewModel: ForgottenPasswordViewModel

  init(
    _ viewModel: ForgottenPasswordViewModel, delegate: any ForgottenPasswordScreenDelegate
  ) {
    self.viewModel = viewModel
    self.delegate = delegate
  }

  var content: ScreenContent {
    ScreenContent(
      title: "Forgot password",
      subtitle: AuthText.way(isSandbox: viewModel.isSandbox),
      notice: AuthText.notice(viewModel.problem),
      sections: AuthText.sandbox(viewModel.isSandbox, code: nil)
        + [ContentSection("account", .fields(fields.map(\.field)))],
      actions: actions.map(\.action))
  }

  var fields: [ScreenField] {
    [
      ScreenField(
        "email", label: "E-mail", kind: .email, value: FieldValue(text: viewModel.email),
        placeholder: "reader@example.org", problem: AuthText.message(viewModel.emailProblem)
      ) { [viewModel] in viewModel.email = $0.text }
    ]
  }

  var actions: [ScreenAction] {
    [
      ScreenAction("send", title: "Send the code", role: .primary) { [self] in
        guard let (email, code) = await viewModel.send() else { return }
        delegate?.forgottenPasswordScreen(self, didSendCodeTo: email, sandboxCode: code)
      }
    ]
  }
}
