import Accounts
import Core
import Services
import Foundation
import TestKit
import Testing

@testable import Membership

@Suite("Erasing a member's data")
@MainActor struct ErasingTests {
  private let world = MemberWorld()

  /// Another feature's data, whose erasure a test controls.
  private struct OtherData: AccountData {
    let name = "other"
    let onErase: @Sendable () throws(StorageError) -> Void

    func summary(of owner: Owner) async throws(StorageError) -> String? { nil }
    func export(of owner: Owner) async throws(StorageError) -> Data? { nil }
    func move(
      from oldOwner: Owner, to newOwner: Owner, in transaction: (any DatabaseTransaction)?
    ) throws(StorageError) {}
    func erase(
      _ owner: Owner, in transaction: (any DatabaseTransaction)?
    ) throws(StorageError) {
      try onErase()
    }
  }

  /// Buys a membership for Ada, and erases her data together with another feature's.
  private func erase(in app: AppDriver, with other: OtherData) async throws {
    await world.context.currentOwner.signIn("ada", expires: nil)
    await app.checkout()
    await app.pay()
    await app.tap("done")
    let membership = try #require(
      [world.feature.feature].contributions(of: (any AccountData).self).first)
    try await OwnerChange.erase(.account("ada")).make(in: [other, membership], database: nil)
  }

  @Test("If other data can't be erased, the user stays a member and can resume the renewal")
  func fails() async throws {
    let other = OtherData { () throws(StorageError) in throw .full }
    try await withApp(world.session) { app async throws in
      await #expect(throws: StorageError.full) { try await erase(in: app, with: other) }
      #expect(world.feature.isMember)
      #expect(try await world.booked(.account("ada")).count == 1)
      await app.tap("page")
      #expect(app.text.contains("Cancelled. You stay a member until 2027-11-20."))
      await app.tap("resume")
      #expect(app.text.contains("It renews on 2027-11-20."))
    }
  }

  @Test("A purchase that reaches the bank after its account was erased is not paid")
  func paidTooLate() async throws {
    let gate = Gate(isStubborn: true)
    try await withApp(world.session) { app async throws in
      await world.context.currentOwner.signIn("ada", expires: nil)
      await app.checkout()
      world.payments.sendingGate = gate
      let paying = Task.immediate { await app.paying() }
      await gate.arrived()
      let membership = try #require(
        [world.feature.feature].contributions(of: (any AccountData).self).first)
      try await membership.erase(.account("ada"))
      gate.open()
      _ = await paying.value
      #expect(!world.feature.isMember)
    }
    #expect(try await world.booked(.account("ada")).isEmpty)
    #expect(try await world.store.values(withPrefix: "account/ada/membership").isEmpty)
  }

  @Test("A bank that can't be reached after the erasure forgets the user at the next start")
  func forgottenLater() async throws {
    let payments = world.payments
    let other = OtherData { payments.failure = .offline }
    try await withApp(world.session) { app async throws in
      try await erase(in: app, with: other)
      #expect(!world.feature.isMember)
      #expect(try await world.store.values(withPrefix: "account/ada/membership").isEmpty)
    }
    payments.failure = nil
    #expect(try await world.booked(.account("ada")).count == 1)
    await withApp(world.session) { _ in }
    #expect(try await world.booked(.account("ada")).isEmpty)
    #expect(try await world.store.values(withPrefix: "membership/").isEmpty)
  }
}
