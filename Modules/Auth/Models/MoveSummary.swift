/// The data that a move of the guest's data to an account is about, in words for a user.
struct MoveSummary: Hashable {
  /// A summary of the guest's data; empty for none.
  var moved: [String] = []
  /// A summary of the account's data of the same kinds, which keeps its own values where both have one.
  var kept: [String] = []
}
