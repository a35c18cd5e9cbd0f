import Services
import Core

/// Is told what happens on a ``DeleteAccountScreen``.
@MainActor protocol DeleteAccountScreenDelegate: AnyObject {
  /// The user typed the address, and means it.
  func deleteAccountScreenIsConfirmed(_ screen: DeleteAccountScreen) async
}

/// Deletes an account, once its address was typed.
final class DeleteAccountScreen: Screen {
  private(set) weak var delegate: (any DeleteAccountScreenDelegate)?
  let viewModel: DeleteAccountViewModel

  init(_ viewModel: DeleteAccountViewModel, delegate: any DeleteAccountScreenDelegate) {
    self.viewModel = viewModel
    self.delegate = delegate
  }

  var model: AnyObject? { viewModel }

  var content: ScreenContent {
    ScreenContent(
      title: "Delete account",
      notice: AuthText.notice(viewModel.problem) { _ in 1 },
      sections: [
        ContentSection("what", .text(what)),
        ContentSection(
          "confirmation",
          .fields(
            copies + [
              Field(
                "confirmation", label: "Your e-mail", kind: .email,
                value: .some(text: viewModel.confirmation),
                placeholder: viewModel.account.email.text,
                problem: viewModel.isWrong ? AuthText.message(.notTheSame) : nil)
            ])),
      ],
      actions: [Action("delete", title: "Delete permanently", role: .destructive)])
  }

  private var what: String {
    let contents =
      viewModel.summary.isEmpty ? "" : ", and with it \(AuthText.list(viewModel.summary))"
    return "This deletes \(viewModel.account.name)'s account from this machine\(contents). "
      + "This cannot be undone. Enter your e-mail address to confirm."
  }

  /// What becomes of the copies, where the app makes any.
  private var copies: [Field] {
    guard viewModel.canEraseBackups else { return [] }
    return [
      Field(
        "backups", label: "Automatic backups",
        kind: .choice([
          Field.Option("keep", title: "Keep them: they still contain the account"),
          Field.Option("delete", title: "Delete all of them"),
        ]),
        value: .choice(viewModel.erasesBackups ? "delete" : "keep"))
    ]
  }

  func appeared() -> AppearanceWork? {
    { [viewModel] in await viewModel.load() }
  }

  func perform(_ action: Action.ID, _ input: ActionInput) async {
    switch (action, input) {
    case (.fill, .field("confirmation", let value)): viewModel.confirmation = value.text
    case (.fill, .field("backups", let value)):
      viewModel.erasesBackups = value.choice == "delete"
    case ("delete", _):
      if viewModel.isConfirmed() { await delegate?.deleteAccountScreenIsConfirmed(self) }
    default: break
    }
  }
}
