import Services
import Core

/// Is told what happens on a ``SignInScreen``.
@MainActor protocol SignInScreenDelegate: AnyObject {
  /// The user has said who they are.
  func signInScreen(_ screen: SignInScreen, didRecognize account: Account) async
  /// The user has no account yet.
  func signInScreenWantsAccount(_ screen: SignInScreen)
  /// The user does not know their password.
  func signInScreenForgotPassword(_ screen: SignInScreen)
}

/// The form with which a user signs in.
final class SignInScreen: Screen {
  private(set) weak var delegate: (any SignInScreenDelegate)?
  let viewModel: SignInViewModel

  init(_ viewModel: SignInViewModel, delegate: any SignInScreenDelegate) {
    self.viewModel = viewModel
    self.delegate = delegate
  }

  var model: AnyObject? { viewModel }

  var lock: Lock? { viewModel.keepsDraft ? .unsavedAccount : nil }

  var content: ScreenContent {
    ScreenContent(
      title: "Sign in", subtitle: subtitle,
      notice: AuthText.notice(viewModel.problem, wait: viewModel.wait),
      sections: [
        ContentSection(
          "account",
          .fields([
            Field(
              "email", label: "E-mail", kind: .email, value: .some(text: viewModel.email),
              placeholder: "reader@example.org",
              problem: AuthText.message(viewModel.problems[.email])),
            Field(
              "password", label: "Password", kind: .secure,
              value: .some(secret: viewModel.password),
              problem: AuthText.message(viewModel.problems[.password])),
          ]))
      ],
      actions: [
        Action("sign-in", title: "Sign in", role: .primary),
        Action("create", title: "Create an account…"),
        Action("forgot", title: "I forgot my password…"),
      ])
  }

  private var subtitle: String? {
    switch viewModel.reason {
    case .wish: nil
    case .needed: "You need an account for this. You'll continue where you left off."
    case .expired: "Your session expired. Sign in again to continue."
    }
  }

  func perform(_ action: Action.ID, _ input: ActionInput) async {
    switch (action, input) {
    case (.fill, .field("email", let value)): viewModel.email = value.text
    case (.fill, .field("password", let value)): viewModel.password = value.secret
    case ("sign-in", _):
      guard let account = await viewModel.signIn() else { return }
      await delegate?.signInScreen(self, didRecognize: account)
    case ("create", _): delegate?.signInScreenWantsAccount(self)
    case ("forgot", _): delegate?.signInScreenForgotPassword(self)
    default: break
    }
  }
}

extension Lock {
  /// The lock of a form behind which one for a new account waits.
  fileprivate static let unsavedAccount = Lock(
    title: unsavedForm.title, message: "The new account isn't saved yet.",
    discard: unsavedForm.discard, keep: unsavedForm.keep)
}
