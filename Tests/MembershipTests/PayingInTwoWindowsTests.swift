import Core
import Services
import Foundation
import TestKit
import Testing

@testable import Membership

/// Two objects of `CurrentMembership` over one store are two windows.
@Suite("A payment that another window checks")
@MainActor struct PayingInTwoWindowsTests {
  private let world = MemberWorld()
  private let one: CurrentMembership
  private let two: CurrentMembership

  init() {
    _ = world.session()
    one = CurrentMembership(context: world.context, store: world.store, payments: world.payments)
    two = CurrentMembership(context: world.context, store: world.store, payments: world.payments)
  }

  /// Returns a purchase that got no answer, and that both windows know.
  private func unanswered() async throws -> OpenPurchase {
    let one = one
    world.payments.failure = .unavailable("closed")
    await #expect(throws: MembershipProblem.self) {
      try await one.buy(.yearly, name: "", simulated: nil)
    }
    world.payments.failure = nil
    try await two.load()
    return try #require(one.open)
  }

  @Test(
    "A check before the bank knows the purchase does not lose it",
    arguments: [SandboxAnswer.accept, .late])
  func checked(answer: SandboxAnswer) async throws {
    let (one, two) = (one, two)
    let gate = Gate(isStubborn: true)
    world.payments.sendingGate = gate
    let paying = Task.immediate {
      try await one.buy(.yearly, name: "", simulated: answer)
    }
    await gate.arrived()
    try await two.load()
    let purchase = try #require(two.open)
    #expect(try await two.check(purchase) == .open)
    gate.open()
    _ = try await paying.value
    let stored = try await world.stored()
    if answer == .accept {
      #expect(one.isMember)
      #expect(stored.receipts.count == 1 && stored.open.isEmpty)
    } else {
      #expect(stored.open.map(\.state) == [.pending])
    }
  }

  @Test(
    "A window that has not seen another window's purchase begins none",
    arguments: [SandboxAnswer.accept, .late])
  func begunOnce(answer: SandboxAnswer) async throws {
    try await one.load()
    try await two.load()
    _ = try await one.buy(.yearly, name: "", simulated: answer)
    let progress = try await two.buy(.monthly, name: "", simulated: answer)
    let expected: PurchaseProgress = answer == .accept ? .member : .open
    #expect(progress == expected)
    #expect(two.record == one.record)
    #expect(world.payments.requests.map(\.plan) == [.yearly])
  }

  @Test("A check while the purchase is sent again does not lose it")
  func retried() async throws {
    let (one, two) = (one, two)
    let purchase = try await unanswered()
    // Much later than the first attempt.
    world.clock.advance(days: 1)
    let gate = Gate(isStubborn: true)
    world.payments.sendingGate = gate
    let paying = Task.immediate { try await one.retry(purchase) }
    await gate.arrived()
    #expect(try await two.check(purchase) == .open)
    gate.open()
    _ = try await paying.value
    #expect(one.isMember)
    #expect(try await world.stored().receipts.count == 1)
  }

  @Test("The end of one window's attempt does not end that of another one")
  func twoAttempts() async throws {
    let (one, two) = (one, two)
    let purchase = try await unanswered()
    world.clock.advance(days: 1)
    let records = MembershipRecords(world.store, of: .guest)
    var first = purchase
    first.sent = world.clock.now
    world.clock.advance(by: .seconds(1))
    var second = purchase
    second.sent = world.clock.now
    _ = try await records.update(second)
    await one.save(first, as: .unknown, of: .guest)
    #expect(try await world.stored().open.map(\.sent) == [second.sent])
    await two.save(second, as: .unknown, of: .guest)
    #expect(try await world.stored().open.map(\.sent) == [nil])
  }

  @Test("If the record can't be read, no window says that a settled purchase was not charged")
  func unreadable() async throws {
    let purchase = try await unanswered()
    _ = try await two.retry(purchase)
    let new = CurrentMembership(
      context: world.context, store: world.store, payments: world.payments)
    // The key of the open purchase can still be looked up.
    world.store.failReading(.full, of: "subscription")
    await #expect(throws: MembershipProblem.storage(.full)) { try await one.retry(purchase) }
    await #expect(throws: MembershipProblem.storage(.full)) { try await new.check(purchase) }
    await #expect(throws: MembershipProblem.storage(.full)) { try await new.retry(purchase) }
    world.store.failReading(nil)
    #expect(try await one.retry(purchase) == .member)
    #expect(try await world.booked().count == 1)
  }

  @Test(
    "A payment that could not be saved, and that another window has saved, is no longer unsaved",
    arguments: [false, true])
  func savedElsewhere(savesAgain: Bool) async throws {
    world.store.failWriting(of: "receipt/")
    _ = try await one.buy(.yearly, name: "", simulated: .accept)
    #expect(one.storageError == .full)
    world.store.repair()
    try await two.load()
    await two.refresh()
    #expect(two.isMember && two.unsaved == nil)
    if savesAgain { await one.saveAgain() } else { await one.loadOrTell() }
    #expect(one.storageError == nil && one.record == two.record)
  }

  @Test("A purchase that another window has closed is not sent again")
  func closed() async throws {
    let purchase = try await unanswered()
    await #expect(throws: MembershipProblem.payment(.notFound)) { try await two.check(purchase) }
    await #expect(throws: MembershipProblem.payment(.notFound)) { try await one.retry(purchase) }
    #expect(world.payments.requests.count == 1)
    #expect(one.open == nil)
    #expect(try await world.booked().isEmpty)
  }

  @Test("A purchase whose process ended before it was sent is closed after ten minutes")
  func abandoned() async throws {
    var purchase = OpenPurchase(id: "p", plan: .yearly, name: "", begun: world.clock.now)
    purchase.sent = purchase.begun
    #expect(try await MembershipRecords(world.store, of: .guest).begin(purchase))
    try await two.load()
    #expect(try await two.check(purchase) == .open)
    world.clock.advance(by: .seconds(600))
    await #expect(throws: MembershipProblem.payment(.notFound)) { try await two.check(purchase) }
    #expect(try await world.stored().open.isEmpty)
  }

  @Test(
    "A purchase counts as being sent for less than ten minutes, even if the clock was ahead",
    arguments: [(0, true), (599, true), (600, false), (-599, true), (-600, false)])
  func beingSent(secondsAgo: Int, isBeingSent: Bool) {
    var purchase = OpenPurchase(id: "p", plan: .yearly, name: "", begun: world.clock.now)
    purchase.sent = world.clock.now - Double(secondsAgo)
    #expect(purchase.isBeingSent(at: world.clock.now) == isBeingSent)
  }

  @Test("The window that sent a purchase closes it at once, even if it could not save the end")
  func unsavedEnd() async throws {
    let one = one
    let gate = Gate()
    world.payments.sendingGate = gate
    let paying = Task.immediate {
      try await one.buy(.yearly, name: "", simulated: nil)
    }
    await gate.arrived()
    world.store.failWriting(of: "open/")
    paying.cancel()
    await #expect(throws: MembershipProblem.payment(.cancelled)) { _ = try await paying.value }
    world.store.failWriting(nil)
    let purchase = try #require(one.open)
    await #expect(throws: MembershipProblem.payment(.notFound)) { try await one.check(purchase) }
    #expect(try await world.stored().open.isEmpty)
  }

  @Test("The window that could not send a purchase closes it at once, even if it stayed stored")
  func unsavedDeletion() async throws {
    let one = one
    world.payments.failure = .offline
    let (beginning, deletion) = (Gate(), Gate())
    world.store.holdWriting(beginning)
    let paying = Task.immediate {
      try await one.buy(.yearly, name: "", simulated: nil)
    }
    await beginning.arrived()
    world.store.holdWriting(deletion)
    beginning.open()
    await deletion.arrived()
    world.store.failWriting(of: "open/")
    deletion.open()
    await #expect(throws: MembershipProblem.payment(.offline)) { _ = try await paying.value }
    world.store.repair()
    world.payments.failure = nil
    try await one.load()
    let purchase = try #require(one.open)
    await #expect(throws: MembershipProblem.payment(.notFound)) { try await one.check(purchase) }
    #expect(try await world.stored().open.isEmpty)
  }
}
