import Services
import Core

/// The delegate of a ``SignInScreen``.
@MainActor protocol SignInScreenDelegate: AnyObject {
  /// The user has signed in.
  func signInScreen(_ screen: SignInScreen, didRecognize account: Account) async
  /// The user has no account yet.
  func signInScreenWantsAccount(_ screen: SignInScreen)
  /// The user has forgotten the password.
  func signInScreenForgotPassword(_ screen: SignInScreen)
}

/// The form for signing in.
final class SignInScreen: ModelScreen {
  private(set) weak var delegate: (any SignInScreenDelegate)?
  let viewModel: SignInViewModel

  init(_ viewModel: SignInViewModel, delegate: any SignInScreenDelegate) {
    self.viewModel = viewModel
    self.delegate = delegate
  }

  var lock: Lock? { viewModel.keepsDraft ? .unsavedAccount : nil }

  var content: ScreenContent {
    ScreenContent(
      title: "Sign in", subtitle: subtitle,
      notice: AuthText.notice(viewModel.problem),
      sections: [ContentSection("account", .fields(fields.map(\.field)))],
      actions: actions.map(\.action))
  }

  var fields: [ScreenField] {
    [
      ScreenField(
        "email", label: "E-mail", kind: .email, value: FieldValue(text: viewModel.email),
        placeholder: "reader@example.org", problem: AuthText.message(viewModel.problems[.email])
      ) { [viewModel] in viewModel.email = $0.text },
      ScreenField(
        "password", label: "Password", kind: .secure, value: FieldValue(secret: viewModel.password),
        problem: AuthText.message(viewModel.problems[.password])
      ) { [viewModel] in viewModel.password = $0.secret },
    ]
  }

  var actions: [ScreenAction] {
    [
      ScreenAction("sign-in", title: "Sign in", role: .primary) { [self] in
        guard let account = await viewModel.signIn() else { return }
        await delegate?.signInScreen(self, didRecognize: account)
      },
      ScreenAction("create", title: "Create an account…") { [self] in
        delegate?.signInScreenWantsAccount(self)
      },
      ScreenAction("forgot", title: "I forgot my password…") { [self] in
        delegate?.signInScreenForgotPassword(self)
      },
    ]
  }

  private var subtitle: String? {
    switch viewModel.reason {
    case .wish: nil
    case .needed: "You need an account for this. You'll continue where you left off."
    case .expired: "Your session expired. Sign in again to continue."
    }
  }
}

extension Lock {
  /// The lock of a form that covers a filled-in form for a new account.
  fileprivate static let unsavedAccount = Lock(
    title: unsavedForm.title, message: "The new account isn't saved yet.",
    discard: unsavedForm.discard, keep: unsavedForm.keep)
}
