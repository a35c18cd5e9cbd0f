import Inspection
import Core
import Accounts
import Services
import TestKit
import Testing

@testable import Membership

@Suite("A membership belongs to its owner")
@MainActor struct OwnerTests {
  private let world = MemberWorld()

  @Test("After the required sign-in the purchase continues, for the account")
  func needsAccount() async throws {
    world.needsAccount = true
    try await withApp(world.session) { app async throws in
      await app.checkout()
      await app.fill("name", "Ada")
      await app.pay()
      #expect(app.title == "Sign in")
      #expect(world.payments.requests.isEmpty)
      await app.tap("ada")
      #expect(app.title.hasPrefix("Receipt"))
      await app.tap("done")
      #expect(world.outcomes == ["finished"])
      #expect(world.payments.requests.map(\.owner) == [.account("ada")])
      #expect(try await world.stored(.account("ada")).receipts.map(\.name) == ["Ada"])
      #expect(try await world.stored(.guest) == MemberRecord())
    }
  }

  @Test("An unmet requirement loses no input and charges nothing")
  func staysGuest() async throws {
    world.needsAccount = true
    try await withApp(world.session) { app async throws in
      await app.checkout("Monthly")
      await app.fill("name", "Ada")
      for _ in 1...2 {
        await app.pay("late")
        await app.close()
        #expect(app.title == "Buy the monthly membership")
        #expect(app.notice?.contains("needs an account") == true)
        #expect(app.value(of: "name") == .text("Ada"))
      }
      #expect(world.outcomes == [])
      #expect(world.payments.requests.isEmpty)
      #expect(try await world.stored().open.isEmpty)
    }
  }

  @Test("An account that is a member already pays nothing")
  func memberAfterSigningIn() async throws {
    world.needsAccount = true
    await withApp(world.session) { app in
      await app.checkout()
      await app.pay()
      await app.tap("ada")
      await app.tap("done")
    }
    await withApp(world.session) { app in
      #expect(!world.feature.isMember, "a guest now")
      await app.checkout("Monthly")
      await app.pay()
      await app.tap("ada")
      #expect(app.title == "Home")
      #expect(world.outcomes == ["finished", "finished"])
      #expect(world.payments.requests.count == 1)
      let notice = MembershipText.unpaid(isMember: true)
      #expect(app.session.consumeNotices() == [.posted(notice)])
    }
  }

  @Test(
    "An account that needs no membership for the action pays nothing", arguments: [false, true])
  func needlessAfterSigningIn(needed isNeeded: Bool) async {
    world.needsAccount = true
    await withApp(world.session) { app in
      var asked: [Owner] = []
      let owner = world.context.currentOwner
      let asking = Task.immediate {
        await world.home?.require(
          world.feature.requirement,
          ifNeeded: {
            asked.append(owner.owner)
            return !owner.isSignedIn || isNeeded
          })
      }
      await app.choose("Yearly")
      await app.pay()
      await app.tap("ada")
      #expect(asked.prefix(2) == [.guest, .account("ada")], "before anything is paid")
      #expect(world.payments.requests.count == (isNeeded ? 1 : 0))
      let notice = SessionNotice.posted(MembershipText.unpaid(isMember: false))
      #expect(app.session.consumeNotices() == (isNeeded ? [] : [notice]))
      if app.title.hasPrefix("Receipt") { await app.tap("done") }
      #expect(await asking.value == true)
      #expect(app.title == "Home")
      #expect(world.feature.isMember == isNeeded)
    }
  }

  @Test("An account with an open purchase continues that purchase")
  func openAfterSigningIn() async throws {
    world.needsAccount = true
    await withApp(world.session) { app in
      await app.checkout()
      await app.pay("late")
      await app.tap("ada")
      #expect(app.title == "Waiting for the bank")
    }
    world.payments.failure = .offline
    await withApp(world.session) { app in
      await app.checkout("Monthly")
      await app.pay()
      await app.tap("ada")
      #expect(app.title == "Waiting for the bank")
      #expect(app.text.contains("Yearly, €24.00 a year"))
      #expect(world.payments.requests.count == 1)
    }
  }

  @Test("The next owner sees no data of the previous one")
  func switches() async throws {
    await withApp(world.session) { app in
      await world.context.currentOwner.signIn("ada", expires: nil)
      await app.checkout()
      await app.pay()
      await app.tap("done")
      #expect(world.feature.isMember)
      world.context.owner.signOut()
      #expect(!world.feature.isMember, "at once, before anything is read")
      await app.session.settle()
      #expect(app.content.subtitle == "None")
      #expect(app.session.facts == [])
      await world.context.currentOwner.signIn("bo", expires: nil)
      await app.tap("page")
      #expect(app.text.contains("You are not a member.") && app.rows.isEmpty)
      await app.back()
      world.context.owner.signOut()
      await app.session.settle()
      await world.context.currentOwner.signIn("ada", expires: nil)
      #expect(world.feature.isMember)
    }
  }

  @Test("An answer that arrives after its owner left is saved for that owner")
  func answersLate() async throws {
    let gate = Gate(isStubborn: true)
    world.payments.gate = gate
    try await withApp(world.session) { app async throws in
      await world.context.currentOwner.signIn("ada", expires: nil)
      await app.checkout()
      let paying = Task.immediate { await app.paying() }
      await gate.arrived()
      world.context.owner.signOut()
      gate.open()
      _ = await paying.value
      await app.session.settleAll()
      #expect(!world.feature.isMember)
      #expect(try await world.stored(.guest) == MemberRecord())
      #expect(try await world.stored(.account("ada")).receipts.count == 1)
      #expect(try await world.stored(.account("ada")).subscription != nil)
      #expect(try await world.stored(.account("ada")).open.isEmpty)
      #expect(world.outcomes == ["ended replaced"] || world.outcomes == ["ended parentEnded"])
    }
  }

  @Test("A payment that could not be saved is reported to its owner alone")
  func unsaved() async throws {
    _ = world.session()
    let membership = CurrentMembership(
      context: world.context, store: world.store, payments: world.payments)
    let viewModel = MembershipViewModel(membership: membership)
    try await membership.load()
    world.store.failWriting(of: "receipt/")
    _ = try await membership.buy(Plan.offered[0], name: "", simulated: .accept)
    #expect(viewModel.storageError == .full)
    world.context.currentOwner.restore("ada", expires: nil)
    #expect(viewModel.storageError == nil, "at once, before anything is read")
    try await membership.load()
    #expect(viewModel.storageError == nil)
    #expect(!membership.isMember && membership.record == MemberRecord(), "it is the guest's")
  }

  @Test("A late answer for one owner does not replace the next owner's data")
  func readsLate() async throws {
    _ = world.session()
    let context = world.context
    let membership = CurrentMembership(
      context: context, store: world.store, payments: world.payments)
    let gate = Gate()
    world.store.holdReading(gate)
    let reading = Task.immediate { try await membership.load() }
    await gate.arrived()
    world.store.holdReading(nil)
    await context.currentOwner.signIn("bo", expires: nil)
    try await membership.load()
    gate.open()
    try await reading.value
    #expect(membership.owner == .account("bo"))
    #expect(membership.current != nil)
  }

  /// Returns the guest's record, as it was read from the store.
  private func loaded() async throws -> CurrentMembership {
    _ = world.session()
    let membership = CurrentMembership(
      context: world.context, store: world.store, payments: world.payments)
    try await membership.load()
    return membership
  }

  @Test("A record that was read before a payment does not replace the paid one")
  func readsBeforePaying() async throws {
    let (membership, gate) = (try await loaded(), Gate())
    world.store.holdReading(gate)
    let reading = Task.immediate { try await membership.load() }
    await gate.arrived()
    world.store.holdReading(nil)
    _ = try await membership.buy(Plan.offered[0], name: "", simulated: .accept)
    gate.open()
    try await reading.value
    #expect(membership.isMember)
    #expect(membership.open == nil)
  }

  @Test("A record that is read while a payment is being stored does not replace the paid one")
  func readsWhilePaying() async throws {
    let (membership, bank, gate) = (try await loaded(), Gate(), Gate())
    world.payments.sendingGate = bank
    let buying = Task.immediate {
      try await membership.buy(Plan.offered[0], name: "", simulated: .accept)
    }
    // The open purchase is stored by now, the payment not yet.
    await bank.arrived()
    world.store.holdWriting(gate)
    bank.open()
    await gate.arrived()
    try await membership.load()
    #expect(!membership.isMember)
    gate.open()
    _ = try await buying.value
    #expect(membership.isMember)
    #expect(membership.open == nil)
  }
}
