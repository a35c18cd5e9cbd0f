import Services
import Core

/// The delegate of an ``EditAccountScreen``.
@MainActor protocol EditAccountScreenDelegate: AnyObject {
  /// The account was saved.
  func editAccountScreen(_ screen: EditAccountScreen, didSave account: Account)
}

/// The form for the name and the address of an account.
final class EditAccountScreen: ModelScreen {
  private(set) weak var delegate: (any EditAccountScreenDelegate)?
  let viewModel: EditAccountViewModel

  init(_ viewModel: EditAccountViewModel, delegate: any EditAccountScreenDelegate) {
    self.viewModel = viewModel
    self.delegate = delegate
  }

  var lock: Lock? { viewModel.isChanged ? .unsavedForm : nil }

  var content: ScreenContent {
    ScreenContent(
      title: "Edit account", notice: AuthText.notice(viewModel.problem),
      sections: [ContentSection("account", .fields(fields.map(\.field)))],
      actions: actions.map(\.action))
  }

  var fields: [ScreenField] {
    [
      ScreenField(
        "name", label: "Name", kind: .text, value: FieldValue(text: viewModel.draft.name),
        problem: AuthText.message(viewModel.problems[.name])
      ) { [viewModel] in viewModel.draft.name = $0.text },
      ScreenField(
        "email", label: "E-mail", kind: .email, value: FieldValue(text: viewModel.draft.email),
        problem: AuthText.message(viewModel.problems[.email] ?? viewModel.typedProblem)
      ) { [viewModel] in viewModel.draft.email = $0.text },
      ScreenField(
        "old-password", label: "Current password", kind: .secure,
        value: FieldValue(secret: viewModel.draft.password),
        placeholder: AuthText.passwordForEmail,
        problem: AuthText.message(viewModel.problems[.oldPassword])
      ) { [viewModel] in viewModel.draft.password = $0.secret },
    ]
  }

  var actions: [ScreenAction] {
    [
      ScreenAction("save", title: "Save", role: .primary) { [self] in
        guard let account = await viewModel.save() else { return }
        delegate?.editAccountScreen(self, didSave: account)
      }
    ]
  }
}
