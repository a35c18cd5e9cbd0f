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

  @Test("An owner without a membership is erased while the bank can't answer")
  func withoutRecord() async throws {
    let membership = try data()
    world.payments.failure = .offline
    try await membership.erase(.account("ada"))
  }

  @Test("A move asks the bank nothing, and its records are the account's at once")
  func moved() async throws {
    let membership = try data()
    try await begin()
    await world.context.currentOwner.signIn("ada", expires: nil)
    world.payments.failure = .offline
    try await membership.move(from: .guest, to: .account("ada"))
    let item = try #require([world.feature.feature].contributions(of: AccountItem.self).first)
    #expect(item.detail() == "A purchase is open")
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

  @Test("The result of a guest's action is not shown to the account")
  func actionOfGuest() async {
    world.needsAccount = true
    await withApp(world.session) { app in
      await app.tap("page")
      await app.tap("restore-purchase")
      #expect(app.notice?.contains("Sign in to restore") == true)
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

  @Test("A reading for one owner that fails late is not shown to the next owner")
  func failureAfterLeaving() async {
    _ = world.session()
    let (held, gate) = (FaultyKeyValueStore(), Gate())
    let store = FaultyKeyValueStore(held)
    let membership = CurrentMembership(
      context: world.context, store: store, payments: world.payments)
    held.holdReading(gate)
    let reading = Task.immediate { await membership.loadOrTell() }
    await gate.arrived()
    store.failReading(.full)
    await world.context.currentOwner.signIn("ada", expires: nil)
    gate.open()
    #expect(await reading.value == false)
    #expect(membership.news == nil)
  }

  @Test(
    "An erasure that the bank refuses says why, and what to do",
    arguments: [
      (.offline, "you are offline; check the connection and try again."),
      (.timedOut, "the bank did not answer; try again in a moment."),
      (.unavailable("maintenance"), "the bank can't answer now (maintenance); try again later."),
      (
        .storage(.full),
        "the bank's records can't be read or saved; check the disk and try again."
      ),
      (.declined(.refused), "the bank refuses it; ask your bank."),
    ] as [(PaymentError, String)])
  func refused(_ error: PaymentError, _ remedy: String) async throws {
    try await begin()
    world.payments.failure = error
    let problem = await #expect(throws: StorageError.self) {
      try await data().prepare(.erase(.guest))
    }
    #expect(
      problem?.description
        == "This can't be done: your membership can't be cancelled, because \(remedy)")
  }

  @Test("An erasure that is cancelled at the bank is cancelled")
  func cancelled() async throws {
    try await begin()
    world.payments.failure = .cancelled
    await #expect(throws: StorageError.cancelled) { try await data().prepare(.erase(.guest)) }
  }
}
