import Services
import Core
import TestKit
import Testing

@testable import Membership

@Suite("The checkout form")
@MainActor struct CheckoutFormTests {
  private let world = MemberWorld()

  @Test(
    "An invalid name for the receipt is refused, kept, and can be corrected",
    arguments: [
      String(repeating: "x", count: 101), "Ada\u{202E}adA", "a\u{0}b", "a\u{1B}[31m", "a\u{7}",
      "\u{2066}x",
    ])
  func badName(_ name: String) async {
    await withApp(world.session) { app in
      await app.checkout()
      await app.fill("name", name)
      await app.pay()
      let problem =
        name.count > 100
        ? "A name can have at most 100 characters here."
        : "A name can't have control characters or invisible marks."
      #expect(app.content.fields.first?.problem == problem)
      #expect(app.value(of: "name") == .text(name))
      #expect(world.payments.requests.isEmpty)
      await app.fill("name", "Ada")
      #expect(app.content.fields.first?.problem == nil)
      await app.pay()
      #expect(world.feature.isMember)
    }
  }

  @Test(
    "A name may be empty, long, and of any script",
    arguments: ["", "   ", "李", "محمد", "👩‍👩‍👧 Ada", String(repeating: "é", count: 100), "O'Brien; --"])
  func goodName(_ name: String) async {
    await withApp(world.session) { app in
      await app.checkout()
      await app.fill("name", name)
      await app.pay()
      #expect(world.feature.isMember)
    }
  }

  @Test(
    "The name on a receipt is stored without the spaces around it",
    arguments: [("  Ada L.\u{3000} ", "Ada L."), (" \u{A0} ", "")])
  func trimmedName(typed: String, name: String) async throws {
    try await withApp(world.session) { app async throws in
      await app.checkout()
      // As a host with text fields sends it; the shell removes spaces itself.
      #expect(await app.session.fill("name", .text(typed)) == .performed)
      await app.pay()
      #expect(try await world.stored().receipts.map(\.name) == [name])
      #expect(try await world.booked().map(\.name) == [name])
    }
  }

  @Test("A name of a megabyte is refused, and the form keeps its input")
  func megabyte() async {
    await withApp(world.session) { app in
      await app.checkout()
      await app.fill("name", "Ada")
      let large = FieldValue.text(String(repeating: "x", count: 1 << 20))
      #expect(await app.session.fill("name", large) == .invalid(.tooLong(limit: 500)))
      #expect(app.value(of: "name") == .text("Ada"))
      #expect(await app.session.perform("buy") == .invalid(.missing))
      #expect(await app.session.perform("buy", .value(.choice("maybe"))) != .performed)
      #expect(await app.session.perform("buy", .value(.text("accept"))) != .performed)
      #expect(world.payments.requests.isEmpty)
    }
  }

  @Test("The checkout asks before it closes only if a name was typed")
  func unsaved() async {
    await withApp(world.session) { app in
      await app.checkout()
      #expect(app.session.snapshot.layers == 1)
      await app.back()
      #expect(app.title == "Become a member", "nothing was typed")
      await app.choose("Yearly")
      await app.fill("name", "Ada")
      #expect(await app.back() == .blocked(by: .unsavedForm))
      await app.tap("keep")
      #expect(app.value(of: "name") == .text("Ada"))
      #expect(await app.close() == .blocked(by: .unsavedForm))
      await app.tap("discard")
      #expect(app.title == "Home")
      #expect(world.outcomes == ["ended dismissed"])
      #expect(world.payments.requests.isEmpty)
    }
  }

  @Test("A submitted name is saved with the purchase: leaving asks nothing, and a refusal keeps it")
  func sent() async {
    await withApp(world.session) { app in
      await app.checkout()
      await app.fill("name", "Ada")
      await app.pay("late")
      #expect(app.title == "Waiting for the bank")
      await app.close()
      #expect(app.title == "Home")
      await app.tap("buy")
      world.payments.failure = .declined(.expiredCard)
      await app.tap("check")
      #expect(app.title == "Buy the yearly membership")
      #expect(app.value(of: "name") == .text("Ada"))
      await app.close()
      #expect(app.title == "Home", "what stood there already is no change")
    }
  }

  @Test("A name in a purchase that was refused at once counts as unsaved")
  func refused() async {
    await withApp(world.session) { app in
      await app.checkout()
      await app.fill("name", "Ada")
      await app.pay("decline")
      #expect(await app.close() == .blocked(by: .unsavedForm))
      await app.tap("keep")
      await app.pay()
      await app.close()
      #expect(world.outcomes == ["finished"], "a receipt is left without a question")
    }
  }

  @Test(
    "A purchase that is refused to a member says that nothing was charged if the restore fails",
    arguments: [PaymentError.cancelled, .timedOut])
  func refusedMember(_ error: PaymentError) async throws {
    try await world.payments.buy("before")
    let gate = Gate(isStubborn: true)
    world.payments.sendingGate = gate
    await withApp(world.session) { app in
      await app.checkout()
      let paying = Task.immediate { await app.paying() }
      await gate.arrived()
      world.payments.failure = error
      gate.open()
      _ = await paying.value
      #expect(app.title == "Buy the yearly membership")
      #expect(app.notice?.contains("Nothing was charged.") == true)
      #expect(app.notice?.contains(/uncertain|pay twice/) == false)
      world.payments.failure = nil
      await app.pay()
      #expect(world.feature.isMember)
    }
  }

  @Test("A purchase that is cancelled after its sign-in does not say that an account is missing")
  func cancelledAfterSigningIn() async {
    world.needsAccount = true
    await withApp(world.session) { app in
      let owner = world.context.currentOwner
      let asking = Task.immediate {
        await world.home?.require(
          world.feature.requirement,
          ifNeeded: {
            if owner.isSignedIn { withUnsafeCurrentTask { $0?.cancel() } }
            return true
          })
      }
      await app.choose("Yearly")
      await app.pay()
      await app.tap("ada")
      #expect(app.title == "Buy the yearly membership")
      #expect(app.notice == "Cancelled. Nothing was charged.")
      #expect(world.payments.requests.isEmpty)
      app.session.stop()
      _ = await asking.value
    }
  }
}
