import Services
import Core

/// Is told what happens on an ``EditAccountScreen``.
@MainActor protocol EditAccountScreenDelegate: AnyObject {
  /// The account was stored.
  func editAccountScreen(_ screen: EditAccountScreen, didSave account: Account)
}

/// The form for the name and the address of an account.
final class EditAccountScreen: Screen {
  private(set) weak var delegate: (any EditAccountScreenDelegate)?
  private let viewModel: EditAccountViewModel

  init(_ viewModel: EditAccountViewModel, delegate: any EditAccountScreenDelegate) {
    self.viewModel = viewModel
    self.delegate = delegate
  }

  var model: AnyObject? { viewModel }

  var lock: Lock? { viewModel.isChanged ? .unsavedForm : nil }

  var content: ScreenContent {
    let draft = viewModel.draft
    return ScreenContent(
      title: "Edit account", notice: AuthText.notice(viewModel.problem) { _ in 1 },
      sections: [
        ContentSection(
          "account",
          .fields([
            Field(
              "name", label: "Name", kind: .text, value: .some(text: draft.name),
              problem: AuthText.message(viewModel.problems[.name])),
            Field(
              "email", label: "E-mail", kind: .email, value: .some(text: draft.email),
              problem: AuthText.message(viewModel.problems[.email])),
          ]))
      ],
      actions: [Action("save", title: "Save", role: .primary)])
  }

  func perform(_ action: Action.ID, _ input: ActionInput) async {
    switch (action, input) {
    case (.fill, .field("name", let value)): viewModel.draft.name = value.text
    case (.fill, .field("email", let value)): viewModel.draft.email = value.text
    case ("save", _):
      guard let account = await viewModel.save() else { return }
      delegate?.editAccountScreen(self, didSave: account)
    default: break
    }
  }
}
