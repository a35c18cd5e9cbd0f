import Core
import Foundation
import Services
import TestKit
import Testing

@testable import Membership

/// The contract of `MembershipRecords`, over every key-value store.
struct MembershipRecordsContract: Contract {
  /// The checks of the contract.
  enum Check: String, CaseIterable, Sendable {
    /// Of purchases that begin at once, one is stored.
    case beginsOnce
    /// A member begins no purchase before the paid period has ended.
    case refusesMember
    /// An open purchase of one owner does not stop another one.
    case keepsApart
    /// An unreadable purchase stops none, and is left unchanged.
    case skipsUnreadable
  }

  let make: @Sendable () -> any KeyValueStore

  private static let now = Date(timeIntervalSince1970: 1_795_176_000)

  private static func purchase(_ id: OpenPurchase.ID, after seconds: Double = 0) -> OpenPurchase {
    OpenPurchase(id: id, plan: .yearly, name: "", begun: now + seconds)
  }

  func verify(_ check: Check) async throws {
    let store = make()
    let records = MembershipRecords(store, of: .guest)
    switch check {
    case .beginsOnce:
      let begun = try await withThrowingTaskGroup(of: Bool.self) { group in
        for number in 0..<20 {
          group.addTask {
            try await MembershipRecords(store, of: .guest)
              .begin(Self.purchase(OpenPurchase.ID("p-\(number)")))
          }
        }
        return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
      }
      #expect(begun == 1)
      #expect(try await records.load().open.count == 1)
    case .refusesMember:
      let receipt = Receipt(
        id: "r", purchase: "before", plan: .monthly, name: "", paid: Self.now, from: Self.now,
        until: Self.now + 60)
      #expect(try await records.save([receipt], isCancelled: true, settling: nil))
      #expect(try await !records.begin(Self.purchase("p", after: 59)))
      #expect(try await records.load().open.isEmpty)
      #expect(try await records.begin(Self.purchase("p", after: 60)))
    case .keepsApart:
      #expect(try await records.begin(Self.purchase("1")))
      let ada = MembershipRecords(store, of: .account("ada"))
      #expect(try await ada.begin(Self.purchase("2")))
      #expect(try await records.load().open.map(\.id) == ["1"])
      #expect(try await ada.load().open.map(\.id) == ["2"])
    case .skipsUnreadable:
      let values = OwnedValues(store, of: .guest, about: MembershipRecords.subject)
      let key = MembershipRecords.Key.open + "old"
      let damaged = Data("no JSON".utf8)
      try await values.set(damaged, for: key)
      #expect(try await records.begin(Self.purchase("p")))
      #expect(try await values.value(for: key) == damaged)
    }
  }
}
