import Core
import Services
import TestKit
import Testing

@testable import Membership

@Suite("Restoring a purchase")
@MainActor struct RestoredPurchaseTests {
  private let world = MemberWorld()

  @Test("Restoring finds a purchase that is not stored here")
  func restores() async throws {
    try await world.payments.buy("elsewhere", .monthly)
    await withApp(world.session) { app in
      #expect(!world.feature.isMember)
      await app.tap("page")
      await app.tap("restore-purchase")
      #expect(app.notice == "Your purchase was restored.")
      #expect(world.feature.isMember)
    }
    await withApp(world.session) { app in #expect(world.feature.isMember) }
  }

  @Test("Restoring says that the membership has ended, even if the receipts can't be saved")
  func restoresEnded() async throws {
    try await world.payments.buy("elsewhere", .monthly)
    _ = try await world.payments.setRenewal(false, of: .guest)
    world.clock.advance(days: 40)
    await withApp(world.session) { app in
      await app.tap("page")
      world.store.failWriting(of: "receipt/")
      await app.tap("restore-purchase")
      #expect(!world.feature.isMember)
      #expect(app.text.contains("Your membership ended on 2026-12-20."))
      #expect(app.notice?.hasPrefix("This could not be saved: ") == true)
      world.store.failWriting(nil)
      await app.tap("restore-purchase")
      #expect(app.notice == "Your receipts were restored. The membership has ended.")
    }
  }

  @Test("Restoring says if there is no purchase, and if the bank can't be reached")
  func restoresNothing() async {
    await withApp(world.session) { app in
      await app.tap("page")
      await app.tap("restore-purchase")
      #expect(app.notice?.hasPrefix("There are no purchases") == true)
      world.payments.failure = .offline
      await app.tap("restore-purchase")
      #expect(app.notice?.hasPrefix("You are offline") == true)
    }
  }

  @Test("Restoring as a guest says that purchases belong to an account; signed in, it finds them")
  func restoresAfterSigningIn() async throws {
    world.needsAccount = true
    try await world.payments.buy("elsewhere", .monthly, for: .account("ada"))
    await withApp(world.session) { app in
      await app.tap("page")
      await app.tap("restore-purchase")
      #expect(app.notice == "Purchases belong to an account. Sign in to restore yours.")
      #expect(app.content.notice?.tone == .problem)
      await app.back()
      await app.tap("enter")
      await app.tap("ada")
      await app.tap("page")
      await app.tap("restore-purchase")
      #expect(app.notice == "Your purchase was restored.")
    }
  }
}
