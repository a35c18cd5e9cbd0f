import Services
import Core

/// The question before cancelling a membership.
enum CancelQuestion {
  /// Does not begin with “cancel”, which may mean the question.
  static let yes: Action.ID = "end-membership"

  static let title = "Cancel the membership?"

  static func message(_ subscription: Subscription) -> String {
    "You stay a member until \(MembershipText.day(subscription.paidUntil)) and won't be charged again."
      + " You can resume until then."
  }

  static let buttons = [
    Action("keep", title: "Keep the membership", role: .cancel),
    Action(yes, title: "Stop the renewal", role: .destructive),
  ]
}
