import Core
import Services
import TestKit
import Testing

@testable import Membership

@Suite("A renewal that comes due while a window is open")
@MainActor struct DueRenewalTests {
  private let world = MemberWorld()

  /// Becomes a member for a month, which then passes.
  private func outlast(_ app: AppDriver) async {
    await app.checkout("Monthly")
    await app.pay()
    await app.tap("done")
    #expect(world.feature.isMember)
    world.clock.advance(days: 40)
    #expect(!world.feature.isMember)
  }

  @Test("A due renewal is checked before a sale, so a member continues and pays nothing")
  func goesOn() async throws {
    try await withApp(world.session) { app async throws in
      await outlast(app)
      await app.tap("buy")
      #expect(app.title == "Home" && world.feature.isMember)
      #expect(world.outcomes == ["finished", "finished"])
      #expect(world.payments.requests.count == 1)
      #expect(try await world.stored().receipts.count == 2)
    }
  }

  @Test("A renewal that could not be asked for is not called an end, and can be asked for again")
  func notAsked() async {
    await withApp(world.session) { app in
      await outlast(app)
      world.payments.failure = .offline
      #expect(app.content.subtitle == "Monthly, renewal not confirmed")
      await app.tap("page")
      await app.session.settleAll()
      #expect(app.text.contains("Your membership was due to renew on 2026-12-20."))
      #expect(!app.text.contains("ended"))
      #expect(app.content.actions.filter { $0.role == .primary }.map(\.id) == ["restore-purchase"])
      world.payments.failure = nil
      await app.tap("restore-purchase")
      #expect(app.notice == "Your membership was renewed.")
      #expect(app.text.contains("It renews on 2027-01-20."))
    }
  }

  @Test("A renewal that the bank has not confirmed when it is asked is not called an end")
  func notConfirmed() async {
    await withApp(world.session) { app in
      await outlast(app)
      world.payments.lateRenewals = true
      await app.tap("page")
      await app.session.settleAll()
      await app.tap("restore-purchase")
      #expect(app.notice == "The bank has not confirmed the renewal yet. Check again later.")
      #expect(app.text.contains("Your membership was due to renew on 2026-12-20."))
      #expect(!app.text.contains("ended"))
      world.payments.lateRenewals = false
      await app.tap("restore-purchase")
      #expect(app.notice == "Your membership was renewed.")
    }
  }

  @Test("A payment that is found after its period has ended finishes no flow that needs a member")
  func settledLate() async {
    await withApp(world.session) { app in
      await app.checkout("Monthly")
      await app.pay("time out")
      #expect(app.title == "Waiting for the bank")
      world.clock.advance(days: 40)
      await app.tap("check")
      #expect(app.title.hasPrefix("Receipt"))
      await app.tap("done")
      #expect(app.title == "Home" && !world.feature.isMember)
      #expect(world.outcomes == ["ended cancelled"])
    }
  }

  @Test("A renewal that a request under way brings is asked for once")
  func askedOnce() async throws {
    _ = world.session()
    let membership = CurrentMembership(
      context: world.context, store: world.store, payments: world.payments)
    _ = try await membership.buy(.monthly, name: "", simulated: .accept)
    world.clock.advance(days: 40)
    let gate = Gate()
    world.payments.restoringGate = gate
    let first = Task.immediate { await membership.renewIfDue() }
    await gate.arrived()
    let second = Task.immediate { await membership.renewIfDue() }
    gate.open()
    _ = await (first.value, second.value)
    #expect(membership.isMember && world.payments.restored == 1)
  }

  @Test(
    "A user who leaves while the bank is asked buys nothing", arguments: ["cancel", "stop"],
    [false, true])
  func left(_ way: String, stubborn isStubborn: Bool) async throws {
    try await withApp(world.session) { app async throws in
      await outlast(app)
      let gate = Gate(isStubborn: isStubborn)
      world.payments.restoringGate = gate
      let asking = Task.immediate { await world.home?.buy(.present) }
      try #require(app.title == "Home", "nothing is shown yet")
      await gate.arrived()
      if way == "cancel" { asking.cancel() } else { world.home?.children.last?.stop() }
      await asking.value
      gate.open()
      await app.session.settleAll()
      #expect(app.title == "Home" && world.outcomes == ["finished", "ended cancelled"])
      #expect(app.session.activity.isSettled && world.home?.children.isEmpty == true)
    }
  }
}
