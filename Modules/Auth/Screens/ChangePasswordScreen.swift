import Services
import Core

/// The delegate of a ``ChangePasswordScreen``.
@MainActor protocol ChangePasswordScreenDelegate: AnyObject {
  /// The account has a new password.
  func changePasswordScreenDidSave(_ screen: ChangePasswordScreen)
}

/// The form that changes a known password.
final class ChangePasswordScreen: ModelScreen {
  private(set) weak var delegate: (any ChangePasswordScreenDelegate)?
  let viewModel: ChangePasswordViewModel

  init(_ viewModel: ChangePasswordViewModel, delegate: any ChangePasswordScreenDelegate) {
    self.viewModel = viewModel
    self.delegate = delegate
  }

  var lock: Lock? { viewModel.isChanged ? .unsavedForm : nil }

  var content: ScreenContent {
    ScreenContent(
      title: "Change password", notice: AuthText.notice(viewModel.problem),
      sections: [ContentSection("password", .fields(fields.map(\.field)))],
      actions: actions.map(\.action))
  }

  var fields: [ScreenField] {
    [
      ScreenField(
        "old-password", label: "Current password", kind: .secure,
        value: FieldValue(secret: viewModel.old),
        problem: AuthText.message(viewModel.problems[.oldPassword])
      ) { [viewModel] in viewModel.old = $0.secret },
      ScreenField(
        "new-password", label: "New password", kind: .newPassword,
        value: FieldValue(secret: viewModel.new), placeholder: AuthText.passwordHint,
        problem: AuthText.message(viewModel.problems[.newPassword])
      ) { [viewModel] in viewModel.new = $0.secret },
    ]
  }

  var actions: [ScreenAction] {
    [
      ScreenAction("save", title: "Save", role: .primary) { [self] in
        if await viewModel.save() { delegate?.changePasswordScreenDidSave(self) }
      }
    ]
  }
}
