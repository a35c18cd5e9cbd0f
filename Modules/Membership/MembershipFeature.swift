// Needs: Auth

public import Services
import Accounts
public import Core

/// The feature for memberships: their benefits, buying one, and the member's page.
///
/// Other features get ``requirement`` from the composition, and do not import this one.
@MainActor public final class MembershipFeature {
  private let membership: CurrentMembership
  private let account: Requirement?

  /// Creates the feature.
  ///
  /// - Parameters:
  ///   - context: has the clock, identifiers and the owner.
  ///   - store: stores each owner's purchases.
  ///   - payments: the payment provider.
  ///   - account: the requirement before a payment. It is nil only in an app without accounts, because a guest's
  ///     purchases are not moved to an account at the provider.
  public init(
    context: AppContext, store: any KeyValueStore, payments: any PaymentProvider,
    account: Requirement?
  ) {
    membership = CurrentMembership(context: context, store: store, payments: payments)
    self.account = account
  }

  /// Whether the current owner is a member now.
  ///
  /// True from the payment until the end of the paid period. False before ``feature`` was prepared
  /// for an owner.
  var isMember: Bool { membership.isMember }

  /// Creates the flow that sells a membership, which finishes when the user is a member.
  ///
  /// For a member it finishes at once. If a user signed in on the way and needs no membership for
  /// the action, it finishes without a payment.
  ///
  /// - Parameter isNeeded: returns whether the action needs a membership, for the current owner at
  ///   the time of the call.
  func buy(ifNeeded isNeeded: @escaping Requirement.Need = { true }) -> Coordinator<Void> {
    PurchaseCoordinator(membership: membership, account: account, ifNeeded: isNeeded)
  }

  /// The requirement of a membership.
  public var requirement: Requirement {
    Requirement(isMet: { self.isMember }, make: { self.buy(ifNeeded: $0) })
  }

  /// The feature for the app.
  ///
  /// Preparing it reads the owner's membership, and contacts the provider only for an open
  /// purchase, a due renewal or an erased owner that it still knows, which delays that launch.
  public var feature: Feature {
    var feature = Feature("membership", destination: MembershipLinks.destination)
    feature.contributions += [
      SessionFacts { [membership] in membership.isMember ? ["member"] : [] },
      AccountItem(
        MembershipLinks.item, title: MembershipText.title,
        detail: { [membership] in
          MembershipText.detail(
            membership.current, isUnreadable: membership.isUnreadable, at: membership.now)
        },
        make: { [membership, account] in
          MembershipCoordinator(membership: membership, account: account)
        }),
      MembershipData(
        membership, describe: MembershipText.summary, explain: MembershipText.reason),
    ]
    feature.prepare = { [membership] in
      await membership.loadOrTell()
      await membership.refresh()
      await membership.erasedOwners.forgetAll()
    }
    // Open purchases are checked at a launch and on the member's page, not after each change of
    // another window.
    feature.reload = { [membership] in await membership.loadOrTell() }
    return feature
  }
}
