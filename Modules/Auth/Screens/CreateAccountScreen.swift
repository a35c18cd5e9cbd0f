import Services
import Core

/// Is told what happens on a ``CreateAccountScreen``.
@MainActor protocol CreateAccountScreenDelegate: AnyObject {
  /// An account was made.
  func createAccountScreen(_ screen: CreateAccountScreen, didCreate account: Account) async
  /// The user has an account already.
  func createAccountScreenWantsToSignIn(_ screen: CreateAccountScreen)
  /// The user wants to read the terms.
  func createAccountScreenWantsTerms(_ screen: CreateAccountScreen)
}

/// The form with which a user makes an account.
final class CreateAccountScreen: Screen {
  private(set) weak var delegate: (any CreateAccountScreenDelegate)?
  let viewModel: CreateAccountViewModel

  init(_ viewModel: CreateAccountViewModel, delegate: any CreateAccountScreenDelegate) {
    self.viewModel = viewModel
    self.delegate = delegate
  }

  var model: AnyObject? { viewModel }

  var lock: Lock? { viewModel.isChanged ? .unsavedForm : nil }

  var content: ScreenContent {
    let draft = viewModel.draft
    return ScreenContent(
      title: "Create an account",
      subtitle: "An account keeps your books separate from other people's on this machine.",
      notice: AuthText.notice(viewModel.strength) ?? AuthText.notice(viewModel.problem) { _ in 1 },
      sections: [
        ContentSection(
          "account",
          .fields([
            Field(
              "name", label: "Name", kind: .text, value: .some(text: draft.name),
              placeholder: "your name", problem: problem(.name)),
            Field(
              "email", label: "E-mail", kind: .email, value: .some(text: draft.email),
              placeholder: "reader@example.org", problem: problem(.email)),
            Field(
              "password", label: "Password", kind: .secure, value: .some(secret: draft.password),
              placeholder: AuthText.passwordHint, problem: problem(.password)),
            Field(
              "terms", label: "Terms",
              kind: .choice([
                Field.Option("accept", title: "I accept them"),
                Field.Option("decline", title: "I do not"),
              ]),
              value: draft.acceptsTerms ? .choice("accept") : nil, problem: problem(.terms)),
          ]))
      ],
      actions: [
        Action("create", title: "Create the account", role: .primary),
        Action("strength", title: "Check the password"),
        Action("sign-in", title: "I have an account…"),
        Action("terms", title: "Read the terms…"),
      ])
  }

  private func problem(_ field: FieldName) -> String? {
    AuthText.message(viewModel.problems[field])
  }

  func perform(_ action: Action.ID, _ input: ActionInput) async {
    switch (action, input) {
    case (.fill, .field(let field, let value)): fill(field, value)
    case ("create", _):
      guard let account = await viewModel.create() else { return }
      await delegate?.createAccountScreen(self, didCreate: account)
    case ("strength", _): viewModel.measure()
    case ("sign-in", _): delegate?.createAccountScreenWantsToSignIn(self)
    case ("terms", _): delegate?.createAccountScreenWantsTerms(self)
    default: break
    }
  }

  private func fill(_ field: Field.ID, _ value: FieldValue?) {
    switch FieldName(rawValue: field.rawValue) {
    case .name: viewModel.draft.name = value.text
    case .email: viewModel.draft.email = value.text
    case .password: viewModel.draft.password = value.secret
    case .terms: viewModel.draft.acceptsTerms = value.choice == "accept"
    default: break
    }
  }
}
