/// A sign-in, with what it has changed besides.
struct SignInResult: Hashable {
  /// Whether a forgotten password was replaced.
  var hasNewPassword = false
  /// The guest's data that was moved to the account; empty for none.
  var move = MoveSummary()
}

/// The data that a move of the guest's data to an account is about, in words for a user.
struct MoveSummary: Hashable {
  /// A summary of the guest's data; empty for none.
  var moved: [String] = []
  /// A summary of the account's data of the same kinds, with which the guest's is merged.
  var kept: [String] = []
}
