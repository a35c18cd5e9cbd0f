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
      #expect(app.text.contains("has no answer yet"))
      world.payments.failure = nil
      await app.tap("restore-purchase")
      #expect(world.feature.isMember)
      #expect(!app.text.contains("has no answer yet"))
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
      world.store.failWriting("receipt/")
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

  @Test("A cancelled membership stays cancelled after a purchase left open is checked")
  func leftOpen() async throws {
    try await world.payments.buy("p", .yearly)
    let bought = try await world.payments.setRenewal(false, of: .guest)
    let records = SubscriptionRecords(world.store, of: .guest)
    _ = try await records.keep(bought.receipts, isCancelled: true, settling: nil)
    // As an older version of the app left it.
    try await records.save(
      OpenPurchase(id: "p", plan: .yearly, name: "", begun: world.clock.now))
    await withApp(world.session) { app in
      await app.tap("page")
      await app.session.settleAll()
      #expect(app.text.contains(ended))
      #expect(!app.text.contains("has no answer yet"))
    }
    #expect(try await world.stored().subscription?.isCancelled == true)
  }
}
