import Accounts
import Services
import Core
import Foundation
import TestKit
import Testing

@testable import Membership

/// Everything that outlives a session: the clock, the stores and the bank.
@MainActor final class MemberWorld {
  let clock = ManualClock(now: Date(timeIntervalSince1970: 1_795_176_000))
  let store = FaultyKeyValueStore()
  /// The bank's store.
  let bank: any KeyValueStore = MemoryKeyValueStore()
  let payments: TestPayments
  private let identifiers = CountingIdentifiers()
  /// Whether a payment needs an account.
  var needsAccount = false
  /// Whether the next session starts with the signed-in account.
  var remembersOwner = false

  /// The last session's value.
  private(set) var context: AppContext
  private(set) var feature: MembershipFeature
  private(set) weak var home: HomeCoordinator?
  /// The outcomes of purchases begun on the home screen, in order.
  private(set) var outcomes: [String] = []

  init(isSandbox: Bool = true) {
    let context = AppContext.test()
    let sandbox = SandboxPayments(store: bank, clock: clock)
    payments = TestPayments(sandbox, isSandbox: isSandbox)
    self.context = context
    feature = MembershipFeature(
      context: context, store: store, payments: payments, account: nil)
  }

  /// Creates a session with only the feature, and a home screen that sells memberships.
  func session() -> AppSession {
    let before = context.owner.owner.account
    context = AppContext(
      clock: clock, identifiers: identifiers, randomness: SeededRandomness(seed: 1),
      logger: MemoryLogger(), owner: CurrentOwner())
    let owner = context.currentOwner
    if remembersOwner, let before { owner.restore(before, expires: nil) }
    let account = Requirement(
      isMet: { owner.isSignedIn }, make: { _ in SignInCoordinator(owner) })
    let feature = MembershipFeature(
      context: context, store: store, payments: payments, account: needsAccount ? account : nil)
    self.feature = feature
    var value = feature.feature
    // The feature with accounts adds this fact.
    value.contributions.insert(SessionFacts { owner.isSignedIn ? ["signed in"] : [] }, at: 0)
    value.tabs = [
      TabItem(.account, title: "Account") { [weak self] in
        let home = HomeCoordinator(feature) { self?.outcomes.append($0.words) }
        self?.home = home
        return home
      }
    ]
    return AppSession(context: context, features: [value], places: store)
  }

  /// Returns the bank's receipts of an owner.
  func booked(_ owner: Owner = .guest) async throws -> [Receipt] {
    try await SandboxPayments(store: bank, clock: clock).purchases(of: owner).receipts
  }

  /// Returns the stored record of an owner.
  func stored(_ owner: Owner = .guest) async throws -> MemberRecord {
    try await MembershipRecords(store, of: owner).load()
  }
}

extension OpenPurchase {
  /// Stores the purchase as it is, whatever else its owner has.
  func store(in store: any KeyValueStore, of owner: Owner = .guest) async throws {
    try await OwnedValues(store, of: owner, about: MembershipRecords.subject).set(
      RecordCoding.data(self), for: MembershipRecords.Key.open + id.rawValue)
  }
}

extension ManualClock {
  func advance(days: Int) { advance(by: .seconds(days * 86_400)) }
}

extension Outcome {
  var words: String {
    switch self {
    case .finished: "finished"
    case .ended(let reason): "ended \(reason)"
    }
  }
}

extension AppDriver {
  /// Goes from the home screen to the checkout of a plan.
  func checkout(_ plan: String = "Yearly") async {
    await tap("buy")
    await choose(plan)
  }

  /// Pays at the checkout, with the answer for the sandbox.
  func pay(_ answer: String = "accept") async {
    await tap("buy", content.action("buy")?.input == nil ? nil : answer)
  }

  /// Pays like ``pay(_:)``, without expecting success.
  func paying() async -> ActionAnswer {
    await session.perform("buy", .value(.choice("accept")))
  }
}
