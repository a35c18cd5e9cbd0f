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

  @Test("The summary of a membership that can't be read says so")
  func unreadableSummary() async throws {
    let membership = try data()
    try await OwnedValues(world.store, of: .guest, about: "membership").set(
      Data("{".utf8), for: "subscription")
    let summary = try await membership.summary(of: .guest)
    #expect(summary == "a membership that can't be read")
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
