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
      : "The account already has \(AuthText.list(summary.kept)). "
        + "Both are joined. Where they differ, the account's values stay, except where you got "
        + "further as a guest. "
    return "As a guest you have \(AuthText.list(summary.moved)). You can move everything to "
      + "\(account.name)'s account, or leave it with the guest. \(kept)"
      + "If you close this, nothing is moved."
  }
}

/// The question before the guest's data is deleted.
enum EraseGuestQuestion {
  static let yes: Action.ID = "delete"
  static let withBackups: Action.ID = "delete-all"

  static let title = "Delete what you keep as a guest?"

  /// - Parameter staying: a sentence about what stays, or nil.
  static func message(_ summary: [String], offersBackups: Bool, staying: String?) -> String {
    let rest = summary.isEmpty ? "everything" : "everything else"
    let all = AuthText.list(summary + ["\(rest) that is stored for a guest"])
    return "This deletes \(all) from this machine. This cannot be undone."
      + (offersBackups ? " Automatic backups may still contain it." : "")
      + (staying.map { " \($0)" } ?? "")
  }

  static func buttons(offersBackups: Bool) -> [Action] {
    let delete = Action(
      yes, title: offersBackups ? "Delete it, and keep the backups" : "Delete it",
      role: .destructive)
    let deleteAll = Action(
      withBackups, title: "Delete it, \(AuthText.allBackups)", role: .destructive)
    let keep = Action("keep", title: "Keep it", role: .cancel)
    return offersBackups ? [delete, deleteAll, keep] : [delete, keep]
  }
}
