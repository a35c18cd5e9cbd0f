import Core
import Services
import Foundation
import Membership
import TestKit
import Testing

/// What every `PaymentProvider` must do.
struct PaymentProviderContract: Contract {
  /// The checks of the contract.
  enum Check: String, CaseIterable, Sendable {
    /// There are no purchases at first.
    case emptyAtFirst
    /// An identifier is paid once, however often and from however many tasks it is sent.
    case paysOnce
    /// A receipt has the plan, the name and the period.
    case receipt
    /// An unknown purchase is not found.
    case notFound
    /// A member can't buy a second membership.
    case alreadyMember
    /// A membership that has ended can be bought again.
    case buysAgain
    /// A paid period that has passed is renewed without a gap.
    case renews
    /// A cancelled membership ends, and can be resumed before.
    case cancels
    /// A renewal that is due is booked before the next one is cancelled.
    case cancelsDue
    /// Owners' purchases are separate.
    case keepsApart
    /// A deleted owner has no purchases and pays nothing.
    case forgets
    /// A purchase of a deleted account that arrives late is refused; the next guest can buy.
    case refusesForgotten
    /// A cancelled task gets the error for it.
    case cancelledBefore
  }

  let make: @Sendable (any AppClock) -> any PaymentProvider

  private static let ada = Owner.account("ada")
  private static let bo = Owner.account("bo")

  func verify(_ check: Check) async throws {
    let clock = ManualClock(now: Date(timeIntervalSince1970: 1_769_860_800))  // 2026-01-31 12:00
    let provider = make(clock)
    switch check {
    case .emptyAtFirst:
      for owner in [.guest, Self.ada] {
        #expect(try await provider.purchases(of: owner) == Purchases())
        #expect(try await provider.setRenewal(true, of: owner) == Purchases())
        try await provider.forget(owner)
      }
    case .paysOnce: try await paysOnce(provider)
    case .receipt:
      let receipt = try #require(try await provider.buy("1", .monthly, name: "Ada 🔑"))
      #expect(receipt.purchase == "1" && receipt.plan == .monthly && receipt.name == "Ada 🔑")
      #expect(receipt.paid == clock.now && receipt.from == clock.now)
      #expect(receipt.until == Date(timeIntervalSince1970: 1_772_280_000), "28 February, noon")
    case .notFound:
      await #expect(throws: PaymentError.notFound) { _ = try await provider.status(of: "1") }
    case .alreadyMember:
      try await provider.buy("1")
      await #expect(throws: PaymentError.alreadyMember) { try await provider.buy("2") }
      #expect(try await provider.purchases(of: .guest).receipts.count == 1)
    case .buysAgain:
      try await provider.buy("1", .monthly)
      _ = try await provider.setRenewal(false, of: .guest)
      clock.advance(days: 60)
      try await provider.buy("2", .monthly)
      let bought = try await provider.purchases(of: .guest)
      #expect(bought.receipts.count == 2 && bought.renews)
      clock.advance(days: 30)
      let renewed = try await provider.purchases(of: .guest).receipts
      #expect(renewed.count == 3, "counted from the second purchase")
    case .renews: try await renews(provider, clock)
    case .cancels: try await cancels(provider, clock)
    case .cancelsDue:
      try await provider.buy("1", .monthly)
      clock.advance(days: 30)
      let ended = try await provider.setRenewal(false, of: .guest)
      #expect(ended.receipts.count == 2 && !ended.renews)
      clock.advance(days: 60)
      #expect(try await provider.purchases(of: .guest) == ended)
    case .keepsApart:
      try await provider.buy("1", for: Self.ada)
      #expect(try await provider.purchases(of: .guest).receipts.isEmpty)
      await #expect(throws: PaymentError.notFound) { try await provider.buy("1", for: Self.bo) }
      #expect(try await provider.purchases(of: Self.bo).receipts.isEmpty)
    case .forgets:
      try await provider.buy("1", for: Self.ada)
      try await provider.buy("2", for: Self.bo)
      try await provider.forget(Self.ada)
      #expect(try await provider.purchases(of: Self.ada) == Purchases())
      #expect(try await provider.purchases(of: Self.bo).receipts.count == 1)
      await #expect(throws: PaymentError.notFound) { _ = try await provider.status(of: "1") }
    case .refusesForgotten:
      try await provider.forget(Self.ada)
      await #expect(throws: PaymentError.notFound) { try await provider.buy("1", for: Self.ada) }
      #expect(try await provider.purchases(of: Self.ada) == Purchases())
      await #expect(throws: PaymentError.notFound) { _ = try await provider.status(of: "1") }
      try await provider.buy("1", for: Self.bo)
      try await provider.buy("2")
      try await provider.forget(.guest)
      try await provider.buy("3")
      #expect(try await provider.purchases(of: .guest).receipts.count == 1)
    case .cancelledBefore:
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await provider.buy("1")
      }
      await #expect(throws: PaymentError.cancelled) { try await task.value }
    }
  }

  private func paysOnce(_ provider: any PaymentProvider) async throws {
    let receipts = try await withThrowingTaskGroup(of: Receipt?.self) { group in
      for _ in 0..<20 { group.addTask { try await provider.buy("1") } }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(receipts.count == 1)
    #expect(try await provider.purchases(of: .guest).receipts.count == 1)
  }

  private func renews(_ provider: any PaymentProvider, _ clock: ManualClock) async throws {
    try await provider.buy("1", .monthly)
    clock.advance(days: 27)
    #expect(try await provider.purchases(of: .guest).receipts.count == 1)
    clock.advance(days: 1)
    #expect(try await provider.purchases(of: .guest).receipts.count == 2, "the moment it ends")
    clock.advance(days: 62)
    let receipts = try await provider.purchases(of: .guest).receipts
    #expect(receipts.map(\.until).map(\.timeIntervalSince1970) == Self.monthEnds)
    #expect(receipts.dropFirst().map(\.from) == receipts.dropLast().map(\.until), "no gap")
    #expect(Set(receipts.map(\.id)).count == 4)
    #expect(Set(receipts.map(\.purchase)) == ["1"])
  }

  /// 28 February, 31 March, 30 April and 31 May 2026, at noon.
  private static let monthEnds = [1_772_280_000.0, 1_774_958_400, 1_777_550_400, 1_780_228_800]

  private func cancels(_ provider: any PaymentProvider, _ clock: ManualClock) async throws {
    try await provider.buy("1", .monthly)
    #expect(try await provider.setRenewal(false, of: .guest).renews == false)
    clock.advance(days: 1)
    #expect(try await provider.setRenewal(true, of: .guest).renews)
    #expect(try await provider.setRenewal(false, of: .guest).renews == false)
    clock.advance(days: 100)
    #expect(try await provider.purchases(of: .guest).receipts.count == 1)
    #expect(try await provider.setRenewal(true, of: .guest).renews == false, "it has ended")
    clock.advance(days: 100)
    #expect(try await provider.purchases(of: .guest).receipts.count == 1)
  }
}

extension Plan {
  static let yearly = offered[0]
  static let monthly = offered[1]
}

extension PaymentProvider {
  /// Buys a plan; returns nil for a pending purchase.
  @discardableResult
  func buy(
    _ id: OpenPurchase.ID, _ plan: Plan = .yearly, for owner: Owner = .guest, name: String = "",
    answer: SandboxAnswer? = nil
  ) async throws(PaymentError) -> Receipt? {
    let request = PurchaseRequest(id: id, plan: plan, owner: owner, name: name, simulated: answer)
    if case .paid(let receipt) = try await purchase(request) { return receipt }
    return nil
  }
}
