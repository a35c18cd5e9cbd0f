import Services
import Core

/// Is told what happens on a ``ChangePasswordScreen``.
@MainActor protocol ChangePasswordScreenDelegate: AnyObject {
  /// The account has a new password.
  func changePasswordScreenDidSave(_ screen: ChangePasswordScreen)
}

/// The form in which a user who knows their password sets another one.
final class ChangePasswordScreen: Screen {
  private(set) weak var delegate: (any ChangePasswordScreenDelegate)?
  private let viewModel: ChangePasswordViewModel

  init(_ viewModel: ChangePasswordViewModel, delegate: any ChangePasswordScreenDelegate) {
    self.viewModel = viewModel
    self.delegate = delegate
  }

  var model: AnyObject? { viewModel }

  var lock: Lock? { viewModel.isChanged ? .unsavedForm : nil }

  var content: ScreenContent {
    ScreenContent(
      title: "Change password", notice: AuthText.notice(viewModel.problem, wait: viewModel.wait),
      sections: [
        ContentSection(
          "password",
          .fields([
            Field(
              "old-password", label: "Current password", kind: .secure,
              value: .some(secret: viewModel.old),
              problem: AuthText.message(viewModel.problems[.oldPassword])),
            Field(
              "new-password", label: "New password", kind: .secure,
              value: .some(secret: viewModel.new),
              placeholder: AuthText.passwordHint,
              problem: AuthText.message(viewModel.problems[.newPassword])),
          ]))
      ],
      actions: [Action("save", title: "Save", role: .primary)])
  }

  func perform(_ action: Action.ID, _ input: ActionInput) async {
    switch (action, input) {
    case (.fill, .field("old-password", let value)): viewModel.old = value.secret
    case (.fill, .field("new-password", let value)): viewModel.new = value.secret
    case ("save", _): if await viewModel.save() { delegate?.changePasswordScreenDidSave(self) }
    default: break
    }
  }
}
