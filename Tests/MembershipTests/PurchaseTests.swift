import Inspection
import Core
import Services
import TestKit
import Testing

@testable import Membership

@Suite("Buying a membership")
@MainActor struct PurchaseTests {
  private let world = MemberWorld()

  @Test("After paying, the user is a member and back on the previous screen")
  func whole() async throws {
    try await withApp(world.session) { app async throws in
      #expect(app.content.subtitle == "None")
      await app.tap("buy")
      #expect(app.title == "Become a member")
      #expect(app.text.contains("€24.00 a year") && app.text.contains("€3.00 a month"))
      await app.choose("Yearly")
      await app.fill("name", "  Ada L. ")
      await app.pay()
      #expect(app.text.contains("For Ada L."))
      #expect(app.text.contains("From 2026-11-20 until 2027-11-20"))
      #expect(world.feature.isMember)
      #expect(world.outcomes == [], "the flow is over when its receipt was seen")
      await app.tap("done")
      #expect(app.title == "Home")
      #expect(world.outcomes == ["finished"])
      #expect(app.session.facts == ["member"])
      #expect(app.content.subtitle == "Yearly, renews on 2027-11-20")
      #expect(try await world.booked().count == 1)
      #expect(try await world.stored().open.isEmpty)
    }
  }

  @Test("For a member the flow finishes at once")
  func memberAlready() async {
    await withApp(world.session) { app in
      await app.checkout()
      await app.pay()
      await app.tap("done")
      await app.tap("buy")
      #expect(app.title == "Home")
      #expect(world.outcomes == ["finished", "finished"])
      #expect(world.payments.requests.count == 1)
    }
  }

  @Test("A declined purchase shows the reason, keeps the input, and can be retried")
  func declined() async throws {
    try await withApp(world.session) { app async throws in
      await app.checkout("Monthly")
      await app.fill("name", "Ada")
      await app.pay("decline")
      #expect(app.notice?.contains("not enough money") == true)
      #expect(app.value(of: "name") == .text("Ada"))
      #expect(try await world.stored().open.isEmpty)
      await app.pay()
      await app.tap("done")
      #expect(world.outcomes == ["finished"])
      #expect(try await world.booked().map(\.name) == ["Ada"])
      #expect(Set(world.payments.requests.map(\.id)).count == 2, "a no is final: this is another")
    }
  }

  @Test("A late answer survives leaving and a relaunch, and checking gets it")
  func late() async throws {
    try await withApp(world.session) { app async throws in
      await app.checkout()
      await app.pay("late")
      #expect(app.title == "Waiting for the bank")
      await app.tap("check")
      #expect(app.notice?.contains("not decided") == true)
      await app.tap("later")
      #expect(app.title == "Home")
      #expect(app.content.subtitle == "A purchase is open")
      #expect(world.outcomes == ["ended cancelled"])
      #expect(try await world.stored().open.map(\.state) == [.pending])
    }
    #expect(!world.feature.isMember)
    await withApp(world.session) { app in
      #expect(world.feature.isMember, "preparing has asked a second time")
      #expect(app.content.subtitle == "Yearly, renews on 2027-11-20")
      #expect(world.payments.requests.count == 1)
    }
  }

  @Test("Checking until the bank has decided leads to the receipt")
  func checked() async {
    await withApp(world.session) { app in
      await app.checkout()
      await app.pay("late")
      await app.tap("check")
      await app.tap("check")
      #expect(app.title.hasPrefix("Receipt"))
      await app.tap("done")
      #expect(app.title == "Home")
      #expect(world.outcomes == ["finished"])
    }
  }

  @Test("An open purchase is continued, not repeated")
  func goesOn() async {
    await withApp(world.session) { app in
      await app.checkout()
      await app.pay("late")
      await app.back()
      #expect(app.title == "Buy the yearly membership")
      await app.pay("late")
      #expect(app.title == "Waiting for the bank")
      await app.close()
      await app.tap("push")
      #expect(app.title == "Waiting for the bank")
      #expect(world.payments.requests.count == 1)
      await app.back()
      #expect(world.outcomes == ["ended dismissed", "ended back"])
    }
  }

  @Test("A purchase without an answer is retried with the same identifier, and paid once")
  func timedOut() async throws {
    try await withApp(world.session) { app async throws in
      await app.checkout()
      await app.pay("time out")
      #expect(app.title == "Waiting for the bank")
      #expect(app.text.contains("your payment is uncertain. Check with the bank, or retry: that"))
      #expect(app.content.action("retry")?.title == "Send the same purchase again")
      #expect(!world.feature.isMember)
      await app.tap("retry")
      #expect(app.title.hasPrefix("Receipt"))
      await app.tap("done")
      #expect(world.payments.requests.count == 2)
      #expect(Set(world.payments.requests.map(\.id)).count == 1)
      #expect(try await world.booked().count == 1)
    }
  }

  @Test("Checking finds out a lost answer")
  func timedOutThenChecked() async throws {
    try await withApp(world.session) { app async throws in
      await app.checkout()
      await app.pay("time out")
      world.payments.failure = .offline
      await app.tap("check")
      #expect(app.notice == "You are offline. Check the connection and try again.")
      await app.tap("retry")
      #expect(try await world.stored().open.count == 1, "an earlier attempt may have been sent")
      world.payments.failure = nil
      await app.tap("check")
      #expect(app.title.hasPrefix("Receipt"))
      #expect(try await world.booked().count == 1)
    }
  }

  @Test("A purchase that never reached the bank is closed, and leads back to the form")
  func neverSent() async throws {
    try await withApp(world.session) { app async throws in
      await app.checkout()
      await app.fill("name", "Ada")
      world.payments.failure = .unavailable("closed")
      await app.pay()
      #expect(app.title == "Waiting for the bank")
      world.payments.failure = nil
      await app.tap("check")
      #expect(app.title == "Buy the yearly membership")
      #expect(app.notice?.contains("Nothing was charged") == true)
      #expect(app.value(of: "name") == .text("Ada"))
      #expect(try await world.stored().open.isEmpty)
    }
  }

  @Test("A purchase that never reached the bank is closed when the page opens, which says so")
  func neverSentAndLeft() async throws {
    try await withApp(world.session) { app async throws in
      await app.checkout()
      world.payments.failure = .unavailable("closed")
      await app.pay()
      await app.tap("later")
      world.payments.failure = nil
      await app.tap("page")
      await app.session.settleAll()
      #expect(app.notice?.hasPrefix("Nothing was charged: the bank has no such purchase.") == true)
      #expect(app.content.action("buy")?.title == "Become a member…")
      #expect(try await world.stored().open.isEmpty)
    }
  }

  @Test("Offline nothing is sent, and the form keeps its input")
  func offline() async throws {
    try await withApp(world.session) { app async throws in
      await app.checkout()
      world.payments.failure = .offline
      await app.pay()
      #expect(app.title == "Buy the yearly membership")
      #expect(app.notice?.hasPrefix("You are offline") == true)
      #expect(try await world.stored().open.isEmpty)
      world.payments.failure = nil
      await app.pay()
      #expect(world.feature.isMember)
    }
  }

  @Test("After an open purchase was refused, a new one can be made")
  func refusedLater() async {
    await withApp(world.session) { app in
      await app.checkout("Monthly")
      await app.pay("late")
      await app.close()
      await app.tap("buy")
      world.payments.failure = .declined(.expiredCard)
      await app.tap("check")
      #expect(app.title == "Buy the monthly membership")
      #expect(app.notice?.contains("expired") == true)
      world.payments.failure = nil
      await app.pay()
      await app.tap("done")
      #expect(world.outcomes == ["ended dismissed", "finished"])
    }
  }

  @Test("Every screen says that payments are a sandbox, and none does without one")
  func saysSandbox() async {
    for isSandbox in [true, false] {
      let world = MemberWorld(isSandbox: isSandbox)
      await withApp(world.session) { app in
        var seen: [Bool] = []
        let look = { seen.append(app.content.subtitle == "Sandbox: no real payments.") }
        await app.tap("buy")
        look()
        await app.choose("Yearly")
        look()
        #expect((app.content.action("buy")?.input != nil) == isSandbox)
        world.payments.failure = .timedOut
        await app.pay()
        look()
        world.payments.failure = nil
        await app.tap("retry")
        look()
        await app.tap("done")
        await app.tap("page")
        look()
        #expect(seen == Array(repeating: isSandbox, count: 5))
      }
    }
  }
}
