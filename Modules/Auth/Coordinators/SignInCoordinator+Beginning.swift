extension SignInCoordinator {
  /// The first form of the flow.
  enum Beginning {
    case signIn(SignInViewModel.Reason)
    case createAccount

    /// Why the flow was begun, which each of its forms for signing in says.
    var reason: SignInViewModel.Reason {
      switch self {
      case .signIn(let reason): reason
      case .createAccount: .wish
      }
    }
  }
}
