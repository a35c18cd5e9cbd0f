/// A sign-in, with what it has changed besides.
struct SignInResult: Hashable {
  /// Whether a forgotten password was replaced.
  var hasNewPassword = false
  /// The guest's data that was moved to the account; empty for none.
  var move = MoveSummary()
}
