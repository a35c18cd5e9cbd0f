import Auth
import Core
import Membership
import Services

extension AppFeature {
  /// The feature in this app.
  static let membership = AppFeature(id: "membership") { $0.membershipFeature?.feature }
}

extension SessionFeatures {
  /// The feature, for others; nil in a session without it.
  var membershipFeature: MembershipFeature? {
    ifChosen(.membership) {
      MembershipFeature(
        context: context, store: services.store, payments: services.payments,
        account: authFeature?.requirement)
    }
  }
}
