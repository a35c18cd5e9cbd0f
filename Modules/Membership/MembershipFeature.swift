public import Services
import Accounts
public import Core

/// The feature around memberships: what a member gets, buying one, and the member's page.
///
/// Other features sell through ``buy()`` and ask ``isMember``; they know neither this feature nor
/// what stands behind it.
@MainActor public final class MembershipFeature {
  private let subscriptions: Subscriptions
  private let account: Requirement?

  /// Creates the feature.
  ///
  /// - Parameters:
  ///   - context: tells the time, makes identifiers, and says who uses the app.
  ///   - store: keeps what each owner has bought.
  ///   - payments: takes the money.
  ///   - account: what must be there before a user pays, or nil for nothing.
  public init(
    context: AppContext, store: any KeyValueStore, payments: any PaymentProvider,
    account: Requirement?
  ) {
    subscriptions = Subscriptions(context: context, store: store, payments: payments)
    self.account = account
  }

  /// Whether the one who uses the app is a member now.
  ///
  /// True from the moment of paying until the end of what is paid. Before ``feature`` was prepared
  /// for an owner, nobody is.
  public var isMember: Bool { subscriptions.isMember }

  /// Makes the flow that sells a membership; a finished one means: is a member now.
  ///
  /// For a member it is finished at once. Where a user signed in on the way and needs none for
  /// what they began, it is finished without a payment.
  ///
  /// - Parameter isNeeded: whether what was begun takes a membership, for the current owner when
  ///   it is called.
  public func buy(ifNeeded isNeeded: @escaping Requirement.Need = { true }) -> Coordinator<Void> {
    PurchaseCoordinator(subscriptions: subscriptions, account: account, ifNeeded: isNeeded)
  }

  /// A membership, for those who require one.
  public var requirement: Requirement {
    Requirement(isMet: { self.isMember }, make: { self.buy(ifNeeded: $0) })
  }

  /// The feature as the app gets it.
  ///
  /// Preparing it reads the owner's membership, and asks the provider only where something is open
  /// or to be renewed: as long as a provider takes to answer, that launch takes longer.
  public var feature: Feature {
    var feature = Feature(
      "membership", destination: MembershipLinks.destination,
      facts: { [subscriptions] in subscriptions.isMember ? ["member"] : [] })
    feature.contributions += [
      AccountItem(
        MembershipLinks.item, title: "Membership",
        detail: { [subscriptions] in
          MembershipText.detail(subscriptions.current, at: subscriptions.now)
        },
        make: { [subscriptions, account] in
          MembershipCoordinator(subscriptions: subscriptions, account: account)
        })
    ]
    feature.contributions.append(
      MembershipData(subscriptions, describe: MembershipText.summary))
    feature.prepare = { [subscriptions] in
      await subscriptions.loadOrTell()
      await subscriptions.refresh()
    }
    // What is open is asked for by the window that opened it.
    feature.reload = { [subscriptions] in await subscriptions.loadOrTell() }
    return feature
  }
}
