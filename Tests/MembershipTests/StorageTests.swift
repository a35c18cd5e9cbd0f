import Accounts
import Core
import Services
import Foundation
import TestKit
import Testing

@testable import Membership

@Suite("Failing storage")
@MainActor struct StorageTests {
  private let world = MemberWorld()

  @Test("An unreadable membership is reported and logged, and is shown again when it can be read")
  func unreadable() async throws {
    await withApp(world.session) { app in
      await app.checkout()
      await app.pay()
      await app.tap("done")
    }
    world.store.failReading(.full)
    try await withApp(world.session) { app async throws in
      #expect(!world.feature.isMember)
      let logger = try #require(world.context.logger as? MemoryLogger)
      #expect(logger.lines.contains { $0.contains("the membership was not read") })
      #expect(app.content.subtitle == "Can't be read")
      await app.tap("page")
      #expect(app.text.contains(StorageError.full.description))
      world.store.failReading(nil)
    }
    await withApp(world.session) { _ in #expect(world.feature.isMember) }
  }

  @Test("A membership that is not loaded yet isn't called unreadable")
  func notLoaded() async throws {
    let feature = world.feature.feature
    let item = try #require([feature].contributions(of: AccountItem.self).first)
    #expect(item.detail() == nil)
    world.store.failReading(.full)
    await feature.prepare?()
    #expect(item.detail() == "Can't be read")
    await world.context.currentOwner.signIn("ada", expires: nil)
    #expect(item.detail() == nil, "another user's")
    world.store.failReading(nil)
    await feature.prepare?()
    #expect(item.detail() == "None")
  }

  @Test("An error of reading another window's change is shown until it can be read")
  func unreadableChange() async {
    await withApp(world.session) { app in
      await app.tap("page")
      world.store.failReading(.full)
      #expect(await world.feature.feature.reload?() == false, "it is repeated")
      #expect(app.notice == StorageError.full.description)
      world.store.failReading(nil)
      #expect(await world.feature.feature.reload?() == true)
      #expect(app.title == "Membership" && app.notice == nil)
    }
  }

  @Test("An error of the page's own reading is shown until the membership can be read")
  func readableAgain() async {
    world.store.failReading(.full)
    await withApp(world.session) { app in
      await app.tap("page")
      #expect(app.notice == StorageError.full.description)
      world.store.failReading(nil)
      #expect(await world.feature.feature.reload?() == true)
      #expect(app.content.action("retry") == nil && app.notice == nil)
    }
  }

  @Test(
    "A receipt or an open purchase that can't be read is skipped, and logged once",
    arguments: ["receipt/x", "open/x"])
  func unreadablePart(key: String) async throws {
    try await OwnedValues(world.store, of: .guest, about: MembershipRecords.subject).set(
      Data("{".utf8), for: key)
    try await withApp(world.session) { app async throws in
      #expect(await world.feature.feature.reload?() == true)
      #expect(app.content.subtitle == "None")
      let logger = try #require(world.context.logger as? MemoryLogger)
      #expect(logger.lines.count { $0.contains("damaged row: membership: a") } == 1)
    }
  }

  @Test("A payment that is stored isn't called unsaved if the next user's membership can't be read")
  func nextUnreadable() async throws {
    _ = world.session()
    let owner = world.context.currentOwner
    let membership = CurrentMembership(
      context: world.context, store: world.store, payments: world.payments)
    try await OwnedValues(world.store, of: .account("bo"), about: MembershipRecords.subject).set(
      Data("{".utf8), for: MembershipRecords.Key.subscription)
    await owner.signIn("ada", expires: nil)
    let gate = Gate(isStubborn: true)
    world.payments.gate = gate
    let paying = Task.immediate {
      try await membership.buy(.yearly, name: "", simulated: .accept)
    }
    await gate.arrived()
    owner.signOut()
    try await membership.load()
    await owner.signIn("bo", expires: nil)
    gate.open()
    _ = try await paying.value
    #expect(try await world.stored(.account("ada")).receipts.count == 1)
    #expect(membership.unsaved == nil && membership.isUnreadable)
  }

  @Test("No payment is made if it can't be saved")
  func beforePaying() async {
    await withApp(world.session) { app in
      await app.checkout()
      await app.fill("name", "Ada")
      world.store.failWriting(of: "open/")
      await app.pay()
      #expect(app.notice?.contains("no space left") == true)
      #expect(app.value(of: "name") == .text("Ada"))
      #expect(world.payments.requests.isEmpty)
      world.store.failWriting(nil)
      await app.pay()
      #expect(world.feature.isMember)
    }
  }

  @Test("A receipt that can't be saved is reported, counts nevertheless, and can be saved later")
  func afterPaying() async throws {
    try await withApp(world.session) { app async throws in
      await app.checkout()
      world.store.failWriting(of: "receipt/")
      await app.pay()
      #expect(app.title.hasPrefix("Receipt"))
      #expect(app.notice?.contains("could not be saved") == true)
      #expect(world.feature.isMember)
      #expect(try await world.stored().receipts.isEmpty)
      await app.tap("save")
      #expect(app.notice?.contains("could not be saved") == true)
      await app.tap("done")
      await app.tap("page")
      #expect(app.notice?.contains("could not be saved") == true)
      world.store.failWriting(nil)
      await app.tap("save")
      #expect(app.notice == nil)
      #expect(try await world.stored().receipts.count == 1)
      #expect(try await world.stored().open.isEmpty)
    }
  }

  @Test("A payment that can't be saved still counts after another window's change")
  func reloaded() async throws {
    try await withApp(world.session) { app async throws in
      await app.checkout()
      world.store.failWriting(of: "receipt/")
      await app.pay()
      await app.tap("done")
      _ = await world.feature.feature.reload?()
      #expect(world.feature.isMember)
      await app.tap("page")
      #expect(!app.text.contains("is still open:"))
      #expect(app.notice?.contains("could not be saved") == true)
      world.store.failWriting(nil)
      await app.tap("save")
      #expect(try await world.stored().receipts.count == 1)
    }
  }

  @Test("A payment that can't be saved does not come back after its owner was erased")
  func erased() async throws {
    try await withApp(world.session) { app async throws in
      await world.context.currentOwner.signIn("ada", expires: nil)
      await app.checkout()
      world.store.failWriting(of: "receipt/")
      await app.pay()
      await app.tap("done")
      let data = try #require(
        [world.feature.feature].contributions(of: (any AccountData).self).first)
      try await data.erase(.account("ada"))
      world.store.failWriting(nil)
      #expect(!world.feature.isMember)
      await app.tap("page")
      #expect(app.content.action("save") == nil)
    }
  }

  @Test(
    "A payment that was not saved is found again after a relaunch",
    arguments: ["receipt/", "subscription"])
  func relaunch(failing part: String) async throws {
    await withApp(world.session) { app in
      await app.checkout()
      world.store.failWriting(of: part)
      await app.pay()
      await app.tap("done")
      #expect(world.outcomes == ["finished"])
    }
    world.store.failWriting(nil)
    try await withApp(world.session) { app async throws in
      #expect(world.feature.isMember)
      #expect(world.payments.requests.count == 1)
      #expect(try await world.stored().open.isEmpty)
    }
  }

  @Test("An unreadable membership is reported, is not overwritten, and can be restored")
  func damaged() async throws {
    let values = OwnedValues(world.store, of: .guest, about: "membership")
    let rubbish = Data([0xFF, 0x00, 0x7B])
    try await values.set(rubbish, for: "subscription")
    try await values.set(rubbish, for: "receipt/x")
    try await world.payments.buy("before")
    try await withApp(world.session) { app async throws in
      #expect(!world.feature.isMember)
      await app.tap("page")
      #expect(app.text.contains("could not be read"))
      #expect(app.notice?.contains("can't be read") == true)
      await app.tap("retry")
      #expect(try await values.value(for: "subscription") == rubbish)
      await app.tap("restore-purchase")
      #expect(world.feature.isMember)
      #expect(app.text.contains("It renews on 2027-11-20."))
    }
  }
}
