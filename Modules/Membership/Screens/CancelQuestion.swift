import Services
import Core

/// The question before a membership is cancelled.
enum CancelQuestion {
  static let yes: Action.ID = "cancel-membership"

  static let title = "Cancel the membership?"

  static func message(_ subscription: Subscription) -> String {
    "You stay a member until \(MembershipText.day(subscription.paidUntil)), and pay nothing more."
      + " Until then you can resume it."
  }

  static let buttons = [
    Action("keep", title: "Keep it", role: .cancel),
    Action(yes, title: "Cancel the membership", role: .destructive),
  ]
}
