import Accounts
import Core
import Foundation
import Services
import TestKit
import Testing

@testable import Membership

@Suite("A change of a membership's owner")
@MainActor struct OwnerChangeTests {
  private let world = MemberWorld()

  private func data() throws -> any AccountData {
    _ = world.session()
    return try #require([world.feature.feature].contributions(of: (any AccountData).self).first)
  }

  /// Begins a guest's purchase.
  private func begin() async throws {
    let purchase = OpenPurchase(id: "p", plan: .yearly, name: "", begun: world.clock.now)
    #expect(try await MembershipRecords(world.store, of: .guest).begin(purchase))
  }

  @Test("A guest's shorter membership leaves the account's as it is")
  func shorter() async throws {
    let now = world.clock.now
    let days: [Owner: Double] = [.guest: 30, .account("ada"): 365]
    for (owner, days) in days {
      let subscription = Subscription(
        plan: .yearly, since: now, paidUntil: now + days * 86_400, isCancelled: false)
      try await OwnedValues(world.store, of: owner, about: MembershipRecords.subject).set(
        RecordCoding.data(subscription), for: MembershipRecords.Key.subscription)
    }
    try await data().move(from: .guest, to: .account("ada"))
    let kept = try await world.stored(.account("ada")).subscription
    #expect(kept?.paidUntil == now + 365 * 86_400)
  }

  @Test("An owner without a membership is moved and erased while the bank can't answer")
  func withoutRecord() async throws {
    let membership = try data()
    world.payments.failure = .offline
    try await membership.move(from: .guest, to: .account("ada"))
    try await membership.erase(.account("ada"))
  }

  @Test("A guest's purchases move to the account, even if this machine has lost its record of them")
  func lostRecord() async throws {
    let payments = world.payments
    _ = try await payments.purchase(PurchaseRequest(id: "p", plan: .yearly, owner: .guest))
    try await data().prepare(.move(from: .guest, to: .account("ada")))
    #expect(try await payments.purchases(of: .account("ada")).receipts.count == 1)
  }

  @Test("The result of a check for a guest is not shown to the account")
  func resultOfGuest() async {
    await withApp(world.session) { app in
      await app.checkout()
      await app.pay("late")
      await app.tap("later")
      world.payments.failure = .declined(.refused)
      await app.tap("page")
      await app.session.settleAll()
      #expect(app.notice?.contains("Declined without a reason") == true)
      await world.context.currentOwner.signIn("ada", expires: nil)
      await app.session.settleAll()
      #expect(app.text.contains("You are not a member.") && app.notice == nil)
    }
  }

  @Test("A refusal that arrives after its owner has left is not shown to the next owner")
  func refusalAfterLeaving() async throws {
    _ = world.session()
    let context = world.context
    let membership = CurrentMembership(
      context: context, store: world.store, payments: world.payments)
    _ = try await membership.buy(.yearly, name: "", simulated: .late)
    world.payments.failure = .declined(.refused)
    let gate = Gate()
    world.store.holdWriting(gate)
    let checking = Task.immediate { await membership.refresh() }
    await gate.arrived()
    world.store.holdWriting(nil)
    await context.currentOwner.signIn("ada", expires: nil)
    try await membership.load()
    gate.open()
    await checking.value
    #expect(membership.owner == .account("ada"))
    #expect(membership.news == nil)
    let stored = try await world.stored()
    #expect(stored.open.isEmpty, "the refusal has arrived")
  }

  @Test(
    "A change that the bank refuses says why, and what to do",
    arguments: [
      (.offline, "you are offline; check the connection and try again."),
      (.timedOut, "the bank did not answer; try again in a moment."),
      (.unavailable("maintenance"), "the bank can't answer now (maintenance); try again later."),
      (.declined(.refused), "the bank refuses it; ask your bank."),
    ] as [(PaymentError, String)])
  func refused(_ error: PaymentError, _ remedy: String) async throws {
    try await begin()
    world.payments.failure = error
    for (change, words) in [
      (.move(from: .guest, to: .account("ada")), "can't be moved to the account"),
      (.erase(.guest), "can't be ended"),
    ] as [(OwnerChange, String)] {
      let problem = await #expect(throws: StorageError.self) {
        try await data().prepare(change)
      }
      #expect(
        problem?.description == "This can't be done: your membership \(words), because \(remedy)")
    }
  }

  @Test("A change that is cancelled at the bank is cancelled")
  func cancelled() async throws {
    try await begin()
    world.payments.failure = .cancelled
    await #expect(throws: StorageError.cancelled) { try await data().prepare(.erase(.guest)) }
  }
}
