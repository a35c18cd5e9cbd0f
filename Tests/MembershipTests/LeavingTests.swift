import Core
import Services
import TestKit
import Testing

@testable import Membership

@Suite("Leaving a purchase in the middle of the payment")
@MainActor struct LeavingTests {
  /// What ends the flow.
  enum Way: String, CaseIterable, CustomTestStringConvertible {
    case finish, back, close, home, link, taskCancellation, parentEnd, stop, appStop

    var testDescription: String { rawValue }

    var outcome: String {
      switch self {
      case .finish: "finished"
      case .back, .close: "ended dismissed"
      case .home: "ended back"
      case .link: "ended replaced"
      case .taskCancellation, .stop: "ended cancelled"
      case .parentEnd, .appStop: "ended parentEnded"
      }
    }
  }

  @Test(
    "There is exactly one outcome, and the payment is settled later",
    arguments: Way.allCases, [false, true])
  func leaving(_ way: Way, stubborn isStubborn: Bool) async throws {
    let world = MemberWorld()
    let gate = Gate(isStubborn: isStubborn)
    world.payments.gate = gate
    try await withApp(world.session) { app async throws in
      let asking = Task.immediate { await world.home?.buy(.present) }
      await app.choose("Yearly")
      let paying = Task.immediate { await app.paying() }
      await gate.arrived()
      #expect(try await world.stored().open.count == 1, "it is remembered before it is sent")

      let leaving = Task.immediate { await leave(way, app, world, asking, gate) }
      if isStubborn { gate.open() }
      await leaving.value
      await asking.value
      #expect(await paying.value == .performed)
      await app.session.settleAll()
      // After going back one screen the flow still runs when it is paid, and shows the receipt.
      let isPaidMeanwhile = way == .back && isStubborn
      #expect(world.outcomes == [isPaidMeanwhile ? "finished" : way.outcome])
      #expect(app.session.activity.isSettled)
      if way == .parentEnd { #expect(world.home == nil) }
    }
    world.payments.gate = nil
    try await withApp(world.session) { app async throws in
      #expect(world.feature.isMember)
      #expect(world.payments.requests.count == 1)
      #expect(try await world.booked().count == 1)
      #expect(try await world.stored().open.isEmpty)
      #expect(try await world.stored().receipts.count == 1)
    }
  }

  private func leave(
    _ way: Way, _ app: AppDriver, _ world: MemberWorld, _ asking: Task<Void?, Never>, _ gate: Gate
  ) async {
    let flow = world.home?.children.last
    switch way {
    case .finish:
      gate.open()
      await app.session.settle()
      await app.tap("done")
    case .back:
      await app.back()
      await app.back()
    case .close: await app.close()
    case .home: await app.home()
    case .link: await app.open("booksapp://membership")
    case .taskCancellation: asking.cancel()
    case .parentEnd: world.home?.stop()
    case .stop: flow?.stop()
    case .appStop: app.session.stop()
    }
  }

  @Test("Ctrl-C reports an open outcome, and checking settles it")
  func interrupted() async throws {
    let world = MemberWorld()
    let gate = Gate()
    world.payments.gate = gate
    try await withApp(world.session) { app async throws in
      await app.checkout()
      let paying = Task.immediate { await app.paying() }
      await gate.arrived()
      #expect(app.session.activity.cancelNewestAction())
      #expect(await paying.value == .performed)
      #expect(app.title == "Waiting for the bank")
      await app.tap("check")
      #expect(app.title.hasPrefix("Receipt"))
      await app.tap("done")
      #expect(world.outcomes == ["finished"])
      #expect(try await world.booked().count == 1)
    }
  }

  @Test("Pressing Pay twice makes one purchase")
  func pressedTwice() async throws {
    let world = MemberWorld()
    let gate = Gate()
    world.payments.gate = gate
    try await withApp(world.session) { app async throws in
      await app.checkout()
      let first = Task.immediate { await app.paying() }
      await gate.arrived()
      #expect(await app.paying() == .busy)
      gate.open()
      #expect(await first.value == .performed)
      #expect(world.payments.requests.count == 1)
      #expect(try await world.booked().count == 1)
    }
  }

  @Test("A purchase that is cancelled while it waits for another request is not sent")
  func cancelledInTurn() async throws {
    let world = MemberWorld()
    _ = world.session()
    let membership = CurrentMembership(
      context: world.context, store: world.store, payments: world.payments)
    let gate = Gate(isStubborn: true)
    world.payments.restoredGate = gate
    let restoring = Task.immediate { try await membership.restore() }
    await gate.arrived()
    let buying = Task.immediate {
      try await membership.buy(.yearly, name: "", simulated: .accept)
    }
    buying.cancel()
    gate.open()
    _ = try await restoring.value
    await #expect(throws: MembershipProblem.payment(.cancelled)) { _ = try await buying.value }
    #expect(world.payments.requests.isEmpty)
    #expect(try await world.stored().open.isEmpty)
  }

  @Test("A second flow during a payment buys nothing")
  func twoFlows() async throws {
    let world = MemberWorld()
    let gate = Gate(isStubborn: true)
    world.payments.gate = gate
    try await withApp(world.session) { app async throws in
      await app.checkout()
      let paying = Task.immediate { await app.paying() }
      await gate.arrived()
      let leaving = Task.immediate { await app.close() }
      let again = Task.immediate { await world.home?.buy(.present) }
      #expect(app.title == "Waiting for the bank")
      gate.open()
      _ = await (paying.value, leaving.value)
      await app.tap("continue")
      await app.tap("done")
      await again.value
      #expect(world.outcomes == ["ended dismissed", "finished"])
      #expect(try await world.booked().count == 1)
    }
  }

  @Test("During a purchase the app does not say that the bank does not know it")
  func asksTooEarly() async throws {
    let world = MemberWorld()
    let gate = Gate(isStubborn: true)
    world.payments.sendingGate = gate
    try await withApp(world.session) { app async throws in
      await app.checkout()
      let paying = Task.immediate { await app.paying() }
      await gate.arrived()
      let again = Task.immediate { await world.home?.buy(.present) }
      #expect(app.title == "Waiting for the bank")
      let checking = Task.immediate { await app.session.perform("check") }
      gate.open()
      _ = await (paying.value, checking.value)
      await app.session.settle()
      #expect(world.feature.isMember)
      #expect(try await world.stored().receipts.count == 1)
      app.session.stop()
      await again.value
    }
  }

  @Test(
    "Every way to leave a receipt finishes the flow",
    arguments: [Way.finish, .back, .close, .home, .link])
  func receiptIsLeft(_ way: Way) async {
    let world = MemberWorld()
    await withApp(world.session) { app in
      await app.checkout()
      await app.pay()
      switch way {
      case .finish: await app.tap("done")
      case .back: await app.back()
      case .close: await app.close()
      case .home: await app.home()
      default: #expect(await app.open("booksapp://membership") == .shown)
      }
      #expect(world.outcomes == ["finished"])
      #expect(app.title == (way == .link ? "Membership" : "Home"))
    }
  }
}
