import Accounts
import Services
import Core
import Foundation
import SQLiteStorage
import TestKit
import Testing

@testable import Membership

@Suite("Account data of memberships")
@MainActor struct MembershipDataTests {
  private let world = MemberWorld()

  private func data() throws -> any AccountData {
    _ = world.session()
    return try #require([world.feature.feature].contributions(of: (any AccountData).self).first)
  }

  @Test("The data is moved, exported and erased")
  func contract() async throws {
    let world = world
    try await AccountDataContract.check(
      try data(),
      store: { owner, marker in
        let request = OpenPurchase(
          id: "p", plan: .yearly, name: "\(marker)", begun: world.clock.now)
        try await request.store(in: world.store, of: owner)
      },
      kept: { owner, marker in
        try await world.stored(owner).open.map(\.name) == ["\(marker)"]
      })
  }

  @Test("The data is moved, exported and erased in a database")
  func databaseContract() async throws {
    let database = try TestDatabase(DatabaseKeyValueStore.migrations) {
      try SQLiteDatabase(path: $0)
    }
    let store = DatabaseKeyValueStore(database)
    let context = AppContext.test()
    let now = context.clock.now
    let feature = MembershipFeature(
      context: context, store: store,
      payments: SandboxPayments(store: store, clock: context.clock), account: nil)
    try await AccountDataContract.check(
      try #require(
        [feature.feature].contributions(of: (any AccountData).self).first as? MembershipData),
      in: database,
      store: { owner, marker in
        let request = OpenPurchase(id: "p", plan: .yearly, name: "\(marker)", begun: now)
        try await request.store(in: store, of: owner)
      },
      kept: { owner, marker in
        try await MembershipRecords(store, of: owner).load().open.map(\.name) == ["\(marker)"]
      })
  }

  @Test("A guest's membership becomes the account's, in the app and at the bank")
  func moves() async throws {
    try await withApp(world.session) { app async throws in
      await app.checkout()
      await app.pay()
      await app.tap("done")
      await world.context.currentOwner.signIn("ada", expires: nil)
      #expect(!world.feature.isMember)
      let data = try #require(
        [world.feature.feature].contributions(of: (any AccountData).self).first)
      try await data.move(from: .guest, to: .account("ada"))
      #expect(world.feature.isMember, "at once")
      #expect(try await world.booked(.guest).isEmpty)
      #expect(try await world.booked(.account("ada")).count == 1)
      let summary = try await data.summary(of: .account("ada"))
      #expect(summary == "a membership until 2027-11-20 with 1 receipt")
    }
  }

  @Test("The guest's active membership replaces the account's expired one")
  func movesToFormerMember() async throws {
    try await withApp(world.session) { app async throws in
      await world.context.currentOwner.signIn("ada", expires: nil)
      await app.checkout("Monthly")
      await app.pay()
      await app.tap("done")
      await app.tap("page")
      await app.tap("cancel")
      await app.tap("end-membership")
      world.clock.advance(days: 100)
      world.context.owner.signOut()
      await app.session.settle()
      await app.checkout("Yearly")
      await app.pay()
      await app.tap("done")
      try await [world.feature.feature].contributions(of: (any AccountData).self).first?.move(
        from: .guest, to: .account("ada"))
      await world.context.currentOwner.signIn("ada", expires: nil)
      #expect(world.feature.isMember)
      await app.tap("page")
      #expect(app.rows.count == 2)
      await app.tap("cancel")
      await app.tap("end-membership")
      #expect(app.text.contains("Cancelled. You stay a member until 2028-02-28."))
    }
  }

  @Test(
    "An unreadable membership does not keep the data from moving, and the account's stays as it is",
    arguments: [Owner.guest, .account("ada")])
  func movesUnreadable(of damaged: Owner) async throws {
    let membership = try data()
    let rubbish = Data("{".utf8)
    for owner in [Owner.guest, .account("ada")] {
      try await world.payments.buy(OpenPurchase.ID(owner.keyPrefix), for: owner)
      let receipts = try await world.booked(owner)
      _ = try await MembershipRecords(world.store, of: owner).save(
        receipts, isCancelled: false, settling: nil)
    }
    try await OwnedValues(world.store, of: damaged, about: "membership").set(
      rubbish, for: "subscription")
    try await membership.move(from: .guest, to: .account("ada"))
    let moved = OwnedValues(world.store, of: .account("ada"), about: "membership")
    #expect(try await moved.values(withPrefix: "receipt/").count == 2)
    let kept = try await moved.value(for: "subscription")
    #expect((kept == rubbish) == (damaged != .guest))
    #expect(try await world.store.values(withPrefix: "guest/membership").isEmpty)
  }

  @Test("The summary of a membership that can't be read says so")
  func unreadableSummary() async throws {
    let membership = try data()
    try await OwnedValues(world.store, of: .guest, about: "membership").set(
      Data("{".utf8), for: "subscription")
    let summary = try await membership.summary(of: .guest)
    #expect(summary == "a membership that can't be read")
  }

  @Test("A guest's open purchase is settled for the account")
  func movesOpen() async throws {
    await withApp(world.session) { app in
      await app.checkout()
      await app.pay("late")
      await app.tap("later")
      await world.context.currentOwner.signIn("ada", expires: nil)
      try? await [world.feature.feature].contributions(of: (any AccountData).self).first?.move(
        from: .guest, to: .account("ada"))
      await app.tap("buy")
      await app.tap("check")
      await app.tap("check")
      await app.tap("done")
      #expect(world.feature.isMember)
    }
    #expect(try await world.stored(.account("ada")).receipts.count == 1)
    #expect(try await world.booked(.account("ada")).count == 1)
  }

  @Test("An erased account is deleted in the app and at the bank, and pays nothing more")
  func erases() async throws {
    try await withApp(world.session) { app async throws in
      await world.context.currentOwner.signIn("ada", expires: nil)
      await app.checkout()
      await app.fill("name", "Ada Lovelace")
      await app.pay()
      await app.tap("done")
      let data = try #require(
        [world.feature.feature].contributions(of: (any AccountData).self).first)
      let export = try #require(try await data.export(of: .account("ada")))
      #expect(String(decoding: export, as: UTF8.self).contains("Ada Lovelace"))
      try await data.erase(.account("ada"))
      #expect(!world.feature.isMember)
      #expect(try await data.export(of: .account("ada")) == nil)
      #expect(try await world.store.values(withPrefix: "account/ada/membership").isEmpty)
      for key in try await world.bank.values(withPrefix: "").map(\.key) {
        let text = String(decoding: try await world.bank.value(for: key) ?? Data(), as: UTF8.self)
        #expect(!text.contains("ada") && !text.contains("Lovelace"))
      }
    }
  }

  @Test("A membership is not erased while the bank can't be reached, or it would still be charged")
  func erasingFails() async throws {
    try await withApp(world.session) { app async throws in
      await app.checkout()
      await app.pay()
      await app.tap("done")
      world.payments.failure = .offline
      let data = try #require(
        [world.feature.feature].contributions(of: (any AccountData).self).first)
      await #expect(throws: StorageError.self) { try await data.erase(.guest) }
      #expect(try await world.stored().receipts.count == 1)
    }
  }

  @Test("An answer after the deletion restores nothing")
  func answerAfterErasing() async throws {
    let gate = Gate(isStubborn: true)
    world.payments.gate = gate
    try await withApp(world.session) { app async throws in
      await app.checkout()
      let paying = Task.immediate { await app.paying() }
      await gate.arrived()
      try await [world.feature.feature].contributions(of: (any AccountData).self).first?.erase(
        .guest)
      gate.open()
      _ = await paying.value
      #expect(try await world.store.values(withPrefix: "guest/membership").isEmpty)
      #expect(!world.feature.isMember)
    }
  }
}
