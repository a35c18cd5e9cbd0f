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

/// The question after a sign-in whether the guest's data moves to the account.
enum MoveGuestQuestion {
  static let yes: Action.ID = "move"

  static let title = "Move what you kept as a guest to this account?"

  static func message(_ summary: [String], to account: Account) -> String {
    "As a guest you have \(AuthText.list(summary)). You can move everything to \(account.name)'s "
      + "account, or leave it with the guest. If you close this, nothing is moved."
  }

  static let buttons = [
    Action(yes, title: "Move to the account", role: .primary),
    Action("leave", title: "Leave with the guest", role: .cancel),
  ]
}
