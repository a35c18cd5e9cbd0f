import Accounts
import Services
import Core
import Foundation
import TestKit
import Testing

@testable import Membership

/// All that outlives a session: the clock, what is stored, and the bank.
@MainActor final class MemberWorld {
  let clock = ManualClock(now: Date(timeIntervalSince1970: 1_795_176_000))
  let store = TestStore()
  let books: any KeyValueStore = MemoryKeyValueStore()
  let payments: TestPayments
  private let identifiers = CountingIdentifiers()
  /// Whether a test's account is needed before paying.
  var needsAccount = false
  /// Whether the next session begins with who was signed in.
  var remembersOwner = false

  /// The last session's value.
  private(set) var context: AppContext
  private(set) var feature: MembershipFeature
  private(set) weak var home: HomeCoordinator?
  /// How the purchases that the home screen began have ended, in order.
  private(set) var outcomes: [String] = []

  init(isSandbox: Bool = true) {
    let context = AppContext.test()
    let sandbox = SandboxPayments(books: books, clock: clock)
    payments = TestPayments(sandbox, isSandbox: isSandbox)
    self.context = context
    feature = MembershipFeature(
      context: context, store: store, payments: payments, account: nil)
  }

  /// A session with nothing but the feature, and a home screen that sells memberships.
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
    // Who knows accounts says so.
    value.facts = { (owner.isSignedIn ? ["signed in"] : []) + feature.feature.facts() }
    value.tabs = [
      TabItem(.account, title: "Account") { [weak self] in
        let home = HomeCoordinator(feature) { self?.outcomes.append($0.words) }
        self?.home = home
        return home
      }
    ]
    return AppSession(context: context, features: [value], places: store)
  }

  /// What the bank has booked for an owner.
  func booked(_ owner: Owner = .guest) async throws -> [Receipt] {
    try await SandboxPayments(books: books, clock: clock).purchases(of: owner).receipts
  }

  /// What is stored for an owner.
  func stored(_ owner: Owner = .guest) async throws -> MemberRecord {
    try await SubscriptionRecords(store, of: owner).load()
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
  /// From the home screen to the checkout of a plan.
  func checkout(_ plan: String = "Yearly") async {
    await tap("buy")
    await choose(plan)
  }

  /// Pays on the checkout, where a sandbox wants to know what to answer.
  func pay(_ answer: String = "accept") async {
    await tap("buy", content.action("buy")?.input == nil ? nil : answer)
  }

  /// Pays as ``pay(_:)`` does, without expecting that it is done.
  func paying() async -> ActionAnswer {
    await session.perform("buy", .value(.choice("accept")))
  }
}
