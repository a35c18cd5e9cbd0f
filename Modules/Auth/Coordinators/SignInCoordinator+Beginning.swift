extension SignInCoordinator {
  /// The first form of the flow.
  enum Beginning {
    case signIn(SignInViewModel.Reason, email: String)
    case createAccount

    /// Why the flow was begun, which each of its forms for signing in says.
    var reason: SignInViewModel.Reason {
      switch self {
      case .signIn(let reason, _): reason
      case .createAccount: .wish
      }
    }
  }
}
