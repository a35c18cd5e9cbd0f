import Core
import Services
import TestKit
import Testing

@testable import Membership

@Suite("A cancelled membership stays cancelled")
@MainActor struct RenewalTests {
  private let world = MemberWorld()
  private let ended = "Cancelled. You stay a member until 2027-11-20."

  private func cancel(_ app: AppDriver) async {
    await app.tap("cancel")
    await app.tap("end-membership")
    #expect(app.text.contains(ended))
  }

  @Test("A cancelled membership stays cancelled after an open purchase is restored and closed")
  func restored() async throws {
    try await withApp(world.session) { app async throws in
      await app.checkout()
      await app.pay("time out")
      await app.tap("later")
      world.payments.failure = .offline
      await app.tap("page")
      await app.session.settleAll()
      #expect(app.text.contains("is still open:"))
      world.payments.failure = nil
      await app.tap("restore-purchase")
      #expect(world.feature.isMember)
      #expect(!app.text.contains("is still open:"))
      #expect(try await world.stored().open.isEmpty)
      await cancel(app)
      await app.back()
      await app.tap("page")
      await app.session.settleAll()
      #expect(app.text.contains(ended))
    }
  }

  @Test("A cancelled membership stays cancelled after its receipt could not be saved")
  func unsaved() async throws {
    try await withApp(world.session) { app async throws in
      await app.checkout()
      world.store.failWriting(of: "receipt/")
      await app.pay()
      await app.tap("done")
      world.store.failWriting(nil)
      await app.tap("page")
      await cancel(app)
      #expect(try await world.stored().open.isEmpty)
    }
    await withApp(world.session) { app in
      await app.tap("page")
      await app.session.settleAll()
      #expect(app.text.contains(ended))
    }
  }

  @Test("A late answer about the renewal does not undo a cancellation")
  func lateAnswer() async throws {
    _ = world.session()
    let membership = CurrentMembership(
      context: world.context, store: world.store, payments: world.payments)
    _ = try await membership.buy(.yearly, name: "", simulated: .accept)
    let gate = Gate(isStubborn: true)
    world.payments.restoredGate = gate
    let restoring = Task.immediate { try await membership.restore() }
    await gate.arrived()
    let cancelling = Task.immediate { try await membership.setRenewal(false) }
    #expect(world.payments.renewalChanges == 0, "one request at a time")
    gate.open()
    _ = try await restoring.value
    try await cancelling.value
    #expect(membership.current?.subscription?.isCancelled == true)
    #expect(try await world.stored().subscription?.isCancelled == true)
  }

  @Test("A renewal that the bank neither resumes nor ends is not confirmed")
  func unconfirmed() async throws {
    _ = world.session()
    let membership = CurrentMembership(
      context: world.context, store: world.store, payments: world.payments)
    _ = try await membership.buy(.monthly, name: "", simulated: .accept)
    try await membership.setRenewal(false)
    world.clock.advance(days: 40)
    await #expect(throws: MembershipProblem.payment(.notFound), "it has ended") {
      try await membership.setRenewal(true)
    }
    try await world.payments.forget(.guest)
    await #expect(throws: MembershipProblem.payment(.notFound), "the bank has none") {
      try await membership.setRenewal(false)
    }
  }

  /// Stores a membership for a month as cancelled, and lets the month pass.
  private func outlastCancelled() async throws {
    let bought = try await world.payments.purchases(of: .guest)
    _ = try await MembershipRecords(world.store, of: .guest).save(
      bought.receipts, isCancelled: true, settling: nil)
    world.clock.advance(days: 40)
  }

  @Test("A membership that is renewed at the bank, but was stored as cancelled, goes on")
  func renewedNevertheless() async throws {
    try await world.payments.buy("p", .monthly)
    try await outlastCancelled()
    await withApp(world.session) { app in
      #expect(!world.feature.isMember)
      await app.tap("page")
      await app.session.settleAll()
      #expect(world.feature.isMember)
      #expect(app.text.contains("It renews on 2027-01-20."))
    }
  }

  @Test("The end of a cancelled membership is confirmed with the bank once, when the page opens")
  func confirmedOnce() async throws {
    try await world.payments.buy("p", .monthly)
    _ = try await world.payments.setRenewal(false, of: .guest)
    try await outlastCancelled()
    let before = world.payments.restored
    await withApp(world.session) { app in
      #expect(world.payments.restored == before, "no launch waits for that")
      for _ in 1...2 {
        await app.tap("page")
        await app.session.settleAll()
        #expect(app.text.contains("Your membership ended on 2026-12-20."))
        #expect(world.payments.restored == before + 1)
        await app.back()
      }
    }
  }
}
