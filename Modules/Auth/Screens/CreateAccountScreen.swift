import Services
import Core

/// The delegate of a ``CreateAccountScreen``.
@MainActor protocol CreateAccountScreenDelegate: AnyObject {
  /// An account was created.
  func createAccountScreen(_ screen: CreateAccountScreen, didCreate account: Account) async
  /// The user has an account already.
  func createAccountScreenWantsToSignIn(_ screen: CreateAccountScreen)
  /// The user opens the terms.
  func createAccountScreenWantsTerms(_ screen: CreateAccountScreen)
}

/// The form for a new account.
final class CreateAccountScreen: ModelScreen {
  private(set) weak var delegate: (any CreateAccountScreenDelegate)?
  let viewModel: CreateAccountViewModel

  init(_ viewModel: CreateAccountViewModel, delegate: any CreateAccountScreenDelegate) {
    self.viewModel = viewModel
    self.delegate = delegate
  }

  var lock: Lock? { viewModel.isChanged ? .unsavedForm : nil }

  var content: ScreenContent {
    ScreenContent(
      title: "Create an account",
      subtitle: "An account keeps what is yours separate from other people's on this machine.",
      notice: strength ?? AuthText.notice(viewModel.problem),
      sections: [ContentSection("account", .fields(fields.map(\.field)))],
      actions: actions.map(\.action))
  }

  private var strength: Notice? {
    viewModel.lacksPassword ? AuthText.noPassword : AuthText.notice(viewModel.strength)
  }

  var fields: [ScreenField] {
    let draft = viewModel.draft
    return [
      ScreenField(
        "name", label: "Name", kind: .text, value: FieldValue(text: draft.name),
        placeholder: "your name", problem: problem(.name)
      ) { [viewModel] in viewModel.draft.name = $0.text },
      ScreenField(
        "email", label: "E-mail", kind: .email, value: FieldValue(text: draft.email),
        placeholder: "reader@example.org", problem: problem(.email)
      ) { [viewModel] in viewModel.draft.email = $0.text },
      ScreenField(
        "password", label: "Password", kind: .newPassword,
        value: FieldValue(secret: draft.password), placeholder: AuthText.passwordHint,
        problem: problem(.password)
      ) { [viewModel] in viewModel.draft.password = $0.secret },
      ScreenField(
        "terms", label: "Terms",
        kind: .choice([
          Field.Option("accept", title: "I accept them"),
          Field.Option("decline", title: "I do not"),
        ]),
        value: draft.acceptsTerms ? .choice("accept") : nil, problem: problem(.terms)
      ) { [viewModel] in viewModel.draft.acceptsTerms = $0.choice == "accept" },
    ]
  }

  var actions: [ScreenAction] {
    [
      ScreenAction("create", title: "Create the account", role: .primary) { [self] in
        guard let account = await viewModel.create() else { return }
        await delegate?.createAccountScreen(self, didCreate: account)
      },
      ScreenAction("strength", title: "Check the password", perform: viewModel.measure),
      ScreenAction("sign-in", title: "I have an account…") { [self] in
        delegate?.createAccountScreenWantsToSignIn(self)
      },
      ScreenAction("terms", title: "Read the terms…") { [self] in
        delegate?.createAccountScreenWantsTerms(self)
      },
    ]
  }

  private func problem(_ field: FieldName) -> String? {
    AuthText.message(viewModel.problem(of: field))
  }
}
