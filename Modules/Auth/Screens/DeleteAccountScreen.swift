import Services
import Core

/// The delegate of a ``DeleteAccountScreen``.
@MainActor protocol DeleteAccountScreenDelegate: AnyObject {
  /// The user has confirmed by typing the address.
  func deleteAccountScreenIsConfirmed(_ screen: DeleteAccountScreen) async
}

/// Deletes an account after the user has typed its address.
final class DeleteAccountScreen: ModelScreen {
  private(set) weak var delegate: (any DeleteAccountScreenDelegate)?
  let viewModel: DeleteAccountViewModel

  init(_ viewModel: DeleteAccountViewModel, delegate: any DeleteAccountScreenDelegate) {
    self.viewModel = viewModel
    self.delegate = delegate
  }

  var content: ScreenContent {
    ScreenContent(
      title: "Delete account",
      notice: AuthText.notice(viewModel.problem ?? viewModel.loadProblem),
      sections: [
        ContentSection("what", .text(what)),
        ContentSection("confirmation", .fields(fields.map(\.field))),
      ],
      actions: actions.map(\.action))
  }

  private var what: String {
    let contents =
      viewModel.summary.isEmpty ? "" : ", and with it \(AuthText.list(viewModel.summary))"
    return "This deletes \(viewModel.account.name)'s account from this machine\(contents). "
      + "This cannot be undone. Enter your e-mail address to confirm."
  }

  var fields: [ScreenField] {
    backupChoice + [
      ScreenField(
        "confirmation", label: "Your e-mail", kind: .email,
        value: FieldValue(text: viewModel.confirmation), placeholder: viewModel.account.email.text,
        problem: viewModel.isWrong ? AuthText.message(.notTheSame) : nil
      ) { [viewModel] in viewModel.confirmation = $0.text }
    ]
  }

  /// The choice to keep or delete the backups, if the app makes any.
  private var backupChoice: [ScreenField] {
    guard viewModel.canEraseBackups else { return [] }
    return [
      ScreenField(
        "backups", label: "Automatic backups",
        kind: .choice([
          Field.Option("keep", title: "Keep them: they may still contain the account"),
          Field.Option("delete", title: "Delete \(AuthText.allBackups)"),
        ]),
        value: .choice(viewModel.erasesBackups ? "delete" : "keep")
      ) { [viewModel] in viewModel.erasesBackups = $0.choice == "delete" }
    ]
  }

  var actions: [ScreenAction] {
    [
      ScreenAction("delete", title: "Delete permanently", role: .destructive) { [self] in
        if viewModel.validate() { await delegate?.deleteAccountScreenIsConfirmed(self) }
      }
    ]
  }

  func appeared() -> AppearanceWork? { viewModel.load }
}
