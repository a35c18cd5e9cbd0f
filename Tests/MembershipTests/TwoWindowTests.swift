import Core
import Services
import Foundation
import SQLiteStorage
import TestKit
import Testing

@testable import Membership

@Suite("A membership in two windows")
struct TwoWindowTests {
  private let stores: [DatabaseKeyValueStore]
  private let clock = ManualClock(now: Date(timeIntervalSince1970: 1_795_176_000))

  init() throws {
    let database = try TestDatabase(DatabaseKeyValueStore.migrations) {
      try SQLiteDatabase(path: $0)
    }
    stores = [database, try database.secondWindow()].map { DatabaseKeyValueStore($0) }
  }

  private func buy(_ number: Int, in window: Int) async throws -> PurchaseAnswer {
    try await SandboxPayments(store: stores[window], clock: clock).purchase(
      PurchaseRequest(
        id: OpenPurchase.ID("p-\(number)-\(window)"), plan: .yearly,
        owner: .account(Identifier("\(number)-\(window)"))))
  }

  @Test("All simultaneous payments are in the sandbox's records")
  func booked() async throws {
    for number in 0..<20 {
      async let first = buy(number, in: 0)
      async let second = buy(number, in: 1)
      _ = try await (first, second)
    }
    let payments = SandboxPayments(store: stores[0], clock: clock)
    for number in 0..<20 {
      for window in 0..<2 {
        let owner = Owner.account(Identifier("\(number)-\(window)"))
        #expect(try await payments.purchases(of: owner).receipts.count == 1)
      }
    }
  }

  @Test(
    "Of two windows that buy at once, one purchase is begun",
    arguments: [SandboxAnswer.accept, .late])
  @MainActor func begunOnce(answer: SandboxAnswer) async throws {
    let context = AppContext.test(clock: clock)
    let windows = stores.map { store in
      CurrentMembership(
        context: context, store: store, payments: SandboxPayments(store: store, clock: clock))
    }
    let (one, two) = (windows[0], windows[1])
    try await one.load()
    try await two.load()
    async let first = one.buy(.yearly, name: "", simulated: answer)
    async let second = two.buy(.monthly, name: "", simulated: answer)
    _ = try await (first, second)
    let record = try await MembershipRecords(stores[0], of: .guest).load()
    #expect(record.receipts.count == (answer == .accept ? 1 : 0))
    #expect(record.open.count == (answer == .accept ? 0 : 1))
    let booked = try await SandboxPayments(store: stores[0], clock: clock).purchases(of: .guest)
    #expect(booked.receipts == record.receipts)
  }

  /// A window that pays at a bank of its own.
  @MainActor private func window(_ payments: TestPayments) -> CurrentMembership {
    CurrentMembership(
      context: AppContext.test(clock: clock), store: stores[0], payments: payments)
  }

  private var bank: TestPayments {
    TestPayments(SandboxPayments(store: MemoryKeyValueStore(), clock: clock))
  }

  private var stored: MemberRecord {
    get async throws { try await MembershipRecords(stores[1], of: .guest).load() }
  }

  @Test("A cancelled attempt to pay is over in other windows, too")
  @MainActor func cancelledAttempt() async throws {
    let (payments, gate) = (bank, Gate())
    payments.sendingGate = gate
    let window = window(payments)
    let buying = Task.immediate {
      try await window.buy(.yearly, name: "", simulated: .accept)
    }
    await gate.arrived()
    buying.cancel()
    await #expect(throws: MembershipProblem.payment(.cancelled)) { _ = try await buying.value }
    #expect(try await stored.open.map(\.sent) == [nil])
  }

  @Test(
    "An answer whose cancellation comes too late is stored",
    arguments: [SandboxAnswer.accept, .late])
  @MainActor func cancelledTooLate(_ answer: SandboxAnswer) async throws {
    let (payments, gate) = (bank, Gate(isStubborn: true))
    payments.gate = gate
    let window = window(payments)
    let buying = Task.immediate {
      try await window.buy(.yearly, name: "", simulated: answer)
    }
    await gate.arrived()
    buying.cancel()
    gate.open()
    _ = try await buying.value
    #expect(window.unsaved == nil)
    let record = try await stored
    #expect(record.receipts.count == (answer == .accept ? 1 : 0))
    #expect(record.open.map(\.state) == (answer == .accept ? [] : [.pending]))
    #expect(record.open.allSatisfy { $0.sent == nil })
  }

  @Test("The end of the renewal is stored if its cancellation comes too late")
  @MainActor func renewalCancelledTooLate() async throws {
    let (payments, gate) = (bank, Gate(isStubborn: true))
    let window = window(payments)
    _ = try await window.buy(.yearly, name: "", simulated: .accept)
    payments.restoredGate = gate
    let changing = Task.immediate { try await window.setRenewal(false) }
    await gate.arrived()
    changing.cancel()
    gate.open()
    try await changing.value
    #expect(window.unsaved == nil)
    #expect(try await stored.subscription?.isCancelled == true)
  }

  private func save(_ number: Int, in window: Int) async throws -> Bool {
    let records = MembershipRecords(stores[window], of: .guest)
    let from = clock.now + Double(number) * 86_400
    let receipt = Receipt(
      id: Identifier("r-\(number)"), purchase: "p", plan: .monthly, name: "", paid: clock.now,
      from: from, until: from + 86_400)
    return try await records.save([receipt], isCancelled: false, settling: nil)
  }

  @Test("The end of the membership is that of the last receipt, whichever window saved it")
  func paidUntil() async throws {
    for number in 0..<20 {
      async let first = save(2 * number, in: 0)
      async let second = save(2 * number + 1, in: 1)
      _ = try await (first, second)
    }
    let record = try await MembershipRecords(stores[0], of: .guest).load()
    #expect(record.receipts.count == 40)
    #expect(record.subscription?.paidUntil == clock.now + 40 * 86_400)
  }

  @Test("A purchase that both windows settle is settled once")
  func settledOnce() async throws {
    for number in 0..<20 {
      let purchase = OpenPurchase(
        id: OpenPurchase.ID("p-\(number)"), plan: .yearly, name: "", begun: clock.now)
      #expect(try await MembershipRecords(stores[0], of: .guest).begin(purchase))
      async let first = settle(purchase, in: 0)
      async let second = settle(purchase, in: 1)
      let settled = try await (first, second)
      #expect(settled.0 != settled.1)
    }
  }

  private func settle(_ purchase: OpenPurchase, in window: Int) async throws -> Bool {
    try await MembershipRecords(stores[window], of: .guest)
      .save([], isCancelled: false, settling: purchase)
  }
}
