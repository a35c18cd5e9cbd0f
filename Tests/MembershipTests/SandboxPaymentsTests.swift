import Core
import Services
import Foundation
import Membership
import SQLiteStorage
import TestKit
import Testing

@Suite("The sandbox for payments")
struct SandboxPaymentsTests {
  private let clock = ManualClock(now: Date(timeIntervalSince1970: 1_795_176_000))
  private let store: any KeyValueStore = MemoryKeyValueStore()
  private var sandbox: SandboxPayments { SandboxPayments(store: store, clock: clock) }

  @Test(
    "The sandbox fulfils the contract of payments",
    arguments: PaymentProviderContract.Check.allCases)
  func contract(_ check: PaymentProviderContract.Check) async throws {
    try await PaymentProviderContract {
      SandboxPayments(store: MemoryKeyValueStore(), clock: $0)
    }.verify(check)
  }

  @Test(
    "The sandbox fulfils the contract in a database, too",
    arguments: PaymentProviderContract.Check.allCases)
  func databaseContract(_ check: PaymentProviderContract.Check) async throws {
    let database = try TestDatabase(DatabaseKeyValueStore.migrations) {
      try SQLiteDatabase(path: $0)
    }
    try await PaymentProviderContract {
      SandboxPayments(store: DatabaseKeyValueStore(database), clock: $0)
    }.verify(check)
  }

  @Test("The sandbox declines on request, and repeats this answer")
  func declines() async throws {
    for _ in 1...2 {
      await #expect(throws: PaymentError.declined(.insufficientFunds)) {
        try await sandbox.buy("1", answer: .decline)
      }
    }
    #expect(try await sandbox.purchases(of: .guest) == Purchases())
  }

  @Test("The sandbox can lose the answer without losing the payment")
  func timesOut() async throws {
    await #expect(throws: PaymentError.timedOut) { try await sandbox.buy("1", answer: .timeOut) }
    let receipt = try await sandbox.buy("1", answer: .timeOut)
    #expect(receipt != nil)
    #expect(try await sandbox.purchases(of: .guest).receipts.count == 1)
  }

  @Test("A late answer comes at the second check; sending again is not a check")
  func late() async throws {
    #expect(try await sandbox.buy("1", answer: .late) == nil)
    #expect(try await sandbox.buy("1", answer: .late) == nil)
    #expect(try await sandbox.status(of: "1") == .pending)
    clock.advance(days: 3)
    let answer = try await sandbox.status(of: "1")
    let receipt = try #require(try await sandbox.buy("1"))
    #expect(answer == .paid(receipt))
    #expect(receipt.paid == clock.now, "the period begins when it is paid")
  }

  @Test("A late payment after another one extends the paid period")
  func lateBesideAnother() async throws {
    try await sandbox.buy("late", .monthly, answer: .late)
    let first = try #require(try await sandbox.buy("now", .monthly))
    _ = try await sandbox.status(of: "late")
    _ = try await sandbox.status(of: "late")
    let receipts = try await sandbox.purchases(of: .guest).receipts
    #expect(receipts.count == 2)
    #expect(receipts.last?.from == first.until)
  }

  @Test("The sandbox's records outlive it")
  func relaunch() async throws {
    try await sandbox.buy("1", .monthly)
    let later = SandboxPayments(store: store, clock: clock)
    #expect(try await later.purchases(of: .guest).receipts.count == 1)
    await #expect(throws: PaymentError.alreadyMember) { try await later.buy("2") }
  }

  @Test("Records without forgotten accounts, as older versions wrote them, keep their payments")
  func olderRecords() async throws {
    try await sandbox.buy("1")
    let data = try #require(try await store.value(for: "sandbox/books"))
    #expect(!String(decoding: data, as: UTF8.self).contains("forgotten"))
    try await sandbox.forget(.account("ada"))
    #expect(try await sandbox.purchases(of: .guest).receipts.count == 1)
    await #expect(throws: PaymentError.notFound) {
      try await sandbox.buy("2", for: .account("ada"))
    }
  }

  @Test("Unreadable records are left unchanged, and the error of the storage is passed on")
  func damagedRecords() async throws {
    let rubbish = Data("{".utf8)
    try await store.set(rubbish, for: "sandbox/books")
    await #expect(throws: PaymentError.storage(.damaged("the sandbox's ledger"))) {
      try await sandbox.buy("1")
    }
    #expect(try await store.value(for: "sandbox/books") == rubbish)
  }

  @Test("A clock that is wrong by a thousand years fills no disk")
  func farFuture() async throws {
    try await sandbox.buy("1", .monthly)
    clock.advance(days: 365_000)
    #expect(try await sandbox.purchases(of: .guest).receipts.count < 200)
  }
}
