import Services
import Core

/// The question before signing out.
enum SignOutQuestion {
  static let yes: Action.ID = "sign-out"

  static let title = "Sign out?"
  static let message = "Everything will be here when you sign in again."

  static let buttons = [
    Action(yes, title: "Sign out", role: .primary),
    Action("stay", title: "Stay signed in", role: .cancel),
  ]
}

/// The question whether the guest's data moves to the account: after a sign-in, and later under Account.
enum MoveGuestQuestion {
  static let yes: Action.ID = "move"

  static let title = "Move what you kept as a guest to this account?"

  static let buttons = [
    Action(yes, title: "Move to the account", role: .primary),
    Action("leave", title: "Leave with the guest", role: .cancel),
  ]

  static func message(_ summary: MoveSummary, to account: Account) -> String {
    let kept =
      summary.kept.isEmpty
      ? ""
      : "The account already has \(AuthText.list(summary.kept)). Where both have a value, such as a "
        + "name or a rating, it keeps its own, and the guest's is deleted. "
    return "As a guest you have \(AuthText.list(summary.moved)). You can move everything to "
      + "\(account.name)'s account, or leave it with the guest. \(kept)"
      + "If you close this, nothing is moved."
  }
}
