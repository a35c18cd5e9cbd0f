import Services
import Core

/// The delegate of a ``NewPasswordScreen``.
@MainActor protocol NewPasswordScreenDelegate: AnyObject {
  /// The account has a new password.
  func newPasswordScreen(_ screen: NewPasswordScreen, didSetPasswordOf account: Account) async
}

/// The form for the sent code and a new password.
final class NewPasswordScreen: ModelScreen {
  private(set) weak var delegate: (any NewPasswordScreenDelegate)?
  let viewModel: NewPasswordViewModel

  init(_ viewModel: NewPasswordViewModel, delegate: any NewPasswordScreenDelegate) {
    self.viewModel = viewModel
    self.delegate = delegate
  }

  var lock: Lock? { viewModel.isChanged ? .unsavedForm : nil }

  var content: ScreenContent {
    ScreenContent(
      title: "New password",
      subtitle: AuthText.sent(to: viewModel.email, isSandbox: viewModel.isSandbox),
      notice: AuthText.notice(viewModel.problem)
        ?? (viewModel.isSentAgain ? AuthText.sentAgain : nil),
      sections: AuthText.sandbox(viewModel.isSandbox, code: viewModel.sandboxCode)
        + [ContentSection("password", .fields(fields.map(\.field)))],
      actions: actions.map(\.action))
  }

  var fields: [ScreenField] {
    [
      ScreenField(
        "code", label: "Code", kind: .text, value: FieldValue(text: viewModel.code),
        placeholder: "8 digits", problem: AuthText.message(viewModel.problems[.code])
      ) { [viewModel] in viewModel.code = $0.text },
      ScreenField(
        "new-password", label: "New password", kind: .newPassword,
        value: FieldValue(secret: viewModel.password), placeholder: AuthText.passwordHint,
        problem: AuthText.message(viewModel.problems[.newPassword])
      ) { [viewModel] in viewModel.password = $0.secret },
    ]
  }

  var actions: [ScreenAction] {
    [
      ScreenAction("save", title: "Set the password", role: .primary) { [self] in
        guard let account = await viewModel.save() else { return }
        await delegate?.newPasswordScreen(self, didSetPasswordOf: account)
      },
      ScreenAction("send-again", title: "Send another code", perform: viewModel.sendAgain),
    ]
  }
}
