import Inspection
import Core
import Services
import TestKit
import Testing

@testable import Membership

@Suite("The member's page")
@MainActor struct MemberPageTests {
  private let world = MemberWorld()

  private func buy(_ plan: String, _ app: AppDriver) async {
    await app.checkout(plan)
    await app.pay()
    await app.tap("done")
  }

  @Test("The page shows the plan, its start and its renewal; receipts can be opened again")
  func member() async {
    await withApp(world.session) { app in
      await app.tap("page")
      #expect(app.text.contains("You are not a member."))
      await app.tap("buy")
      await app.choose("Monthly")
      await app.pay()
      await app.tap("done")
      #expect(app.title == "Membership")
      #expect(app.text.contains("Monthly membership, €3.00 a month."))
      #expect(app.text.contains("Member since 2026-11-20."))
      #expect(app.text.contains("It renews on 2026-12-20."))
      #expect(app.rows == ["Monthly, 2026-11-20"])
      await app.choose("Monthly")
      #expect(app.text.contains("Paid on 2026-11-20"))
      await app.tap("done")
      #expect(app.title == "Membership")
    }
  }

  @Test("Cancelling asks first; Keep changes nothing")
  func keeps() async {
    await withApp(world.session) { app in
      await buy("Monthly", app)
      await app.tap("page")
      await app.tap("cancel")
      #expect(app.title == "Cancel the membership?")
      // “cancel” may mean the question, so no button begins with it.
      let words = app.content.actions.flatMap { [$0.id.rawValue, $0.title.lowercased()] }
      #expect(!words.contains { $0.hasPrefix("cancel") })
      await app.tap("keep")
      #expect(app.text.contains("It renews on"))
      await app.tap("cancel")
      await app.close()
      #expect(app.text.contains("It renews on"))
    }
  }

  @Test("The question before a cancellation clears the last result")
  func clearedByQuestion() async {
    await withApp(world.session) { app in
      await buy("Monthly", app)
      await app.tap("page")
      await app.tap("restore-purchase")
      #expect(app.notice != nil)
      await app.tap("cancel")
      await app.tap("keep")
      #expect(app.title == "Membership" && app.notice == nil)
    }
  }

  @Test("After cancelling, the membership lasts until its paid end and can be resumed until then")
  func cancels() async {
    await withApp(world.session) { app in
      await buy("Monthly", app)
      await app.tap("page")
      await app.tap("cancel")
      await app.tap("end-membership")
      #expect(app.text.contains("Cancelled. You stay a member until 2026-12-20."))
      #expect(world.feature.isMember)
      await app.tap("resume")
      #expect(app.text.contains("It renews on 2026-12-20."))
      await app.tap("cancel")
      await app.tap("end-membership")
      world.clock.advance(days: 29)
      #expect(world.feature.isMember)
      world.clock.advance(days: 1)
      #expect(!world.feature.isMember, "the moment it ends")
      #expect(app.text.contains("Your membership ended on 2026-12-20."))
    }
    world.clock.advance(days: 1)
    await withApp(world.session) { app in
      #expect(!world.feature.isMember, "what is cancelled is not renewed")
      await buy("Yearly", app)
      #expect(world.feature.isMember)
      await app.tap("page")
      #expect(app.text.contains("Member since 2026-12-21."))
      #expect(app.rows.count == 2)
    }
  }

  @Test("A cancelled membership is still cancelled after a relaunch")
  func staysCancelled() async {
    await withApp(world.session) { app in
      await buy("Yearly", app)
      await app.tap("page")
      await app.tap("cancel")
      await app.tap("end-membership")
    }
    await withApp(world.session) { app in
      await app.tap("page")
      #expect(app.text.contains("Cancelled. You stay a member until 2027-11-20."))
    }
  }

  @Test("The membership renews without a gap when the app starts after the period")
  func renews() async {
    await withApp(world.session) { app in await buy("Monthly", app) }
    world.clock.advance(days: 70)
    await withApp(world.session) { app in
      #expect(world.feature.isMember)
      await app.tap("page")
      #expect(app.rows.count == 3)
      #expect(app.text.contains("Member since 2026-11-20."))
      #expect(app.text.contains("It renews on 2027-02-20."))
    }
  }

  @Test("Opening the page renews the membership, too, in the background")
  func renewsWhenOpened() async {
    await withApp(world.session) { app in
      await buy("Monthly", app)
      world.clock.advance(days: 40)
      #expect(!world.feature.isMember)
      await app.tap("page")
      await app.session.settleAll()
      #expect(app.text.contains("It renews on 2027-01-20."))
      #expect(app.session.facts == ["member"])
    }
  }

  @Test("Opening the page checks an open purchase, and shows the result")
  func asksWhenOpened() async {
    await withApp(world.session) { app in
      await app.checkout()
      await app.pay("late")
      await app.tap("later")
      world.payments.failure = .declined(.refused)
      await app.tap("page")
      await app.session.settleAll()
      #expect(app.notice?.contains("Declined without a reason") == true)
      #expect(app.content.action("buy")?.title == "Become a member…")
    }
  }

  @Test("A renewal that can't be requested is requested the next time")
  func renewsLater() async {
    await withApp(world.session) { app in await buy("Monthly", app) }
    world.clock.advance(days: 40)
    world.payments.failure = .offline
    await withApp(world.session) { app in
      #expect(!world.feature.isMember)
      await app.checkout("Monthly")
      world.payments.failure = nil
      // A membership that is active at the bank is restored, not paid again.
      await app.pay()
      #expect(app.title == "Home", "there is no receipt for what was not paid")
      #expect(world.feature.isMember)
      #expect(world.outcomes == ["finished", "finished"])
    }
  }

  @Test("A failed cancellation changes nothing, and is reported")
  func cancellingFails() async {
    await withApp(world.session) { app in
      await buy("Yearly", app)
      await app.tap("page")
      world.payments.failure = .unavailable("closed")
      await app.tap("cancel")
      await app.tap("end-membership")
      #expect(app.notice?.contains("closed") == true)
      #expect(app.text.contains("It renews on"))
    }
  }

  @Test("The last action's message disappears when it is no longer true")
  func noticesGo() async {
    await withApp(world.session) { app in
      await app.tap("page")
      await app.tap("restore-purchase")
      await app.tap("buy")
      await app.choose("Yearly")
      await app.pay()
      await app.tap("done")
      #expect(app.title == "Membership" && app.notice == nil)
    }
  }

  @Test(
    "A failed request gives a remedy, and never suggests that a payment may have been made",
    arguments: [PaymentError.timedOut, .cancelled, .notFound])
  func memberProblems(_ error: PaymentError) async {
    await withApp(world.session) { app in
      await buy("Yearly", app)
      await app.tap("page")
      world.payments.failure = error
      await app.tap("restore-purchase")
      #expect(app.content.notice?.tone == .problem)
      #expect(app.notice?.contains(/paid|payment|pay twice|uncertain|charged/) == false)
      #expect(world.feature.isMember)
    }
  }

  @Test(
    "Links of the membership open the page or the plans, and other links are refused",
    arguments: [
      ("membership", "Membership"), ("membership/plans", "Become a member"),
      ("membership/", "Membership"), ("membership/plans/yearly", nil), ("membership/buy", nil),
      ("members", nil),
    ] as [(String, String?)])
  func links(_ link: String, title: String?) async {
    await withApp(world.session) { app in
      let answer = await app.answer(to: "booksapp://\(link)")
      #expect((answer == .shown) == (title != nil))
      #expect(app.title == title ?? "Home")
    }
  }

  @Test("A link to the plans leads a member to the page, and others back to it after the plans")
  func linkToPlans() async {
    await withApp(world.session) { app in
      await app.open("booksapp://membership/plans")
      await app.close()
      #expect(app.title == "Membership" && app.text.contains("You are not a member."))
      await app.home()
      await buy("Monthly", app)
      await app.open("booksapp://membership/plans")
      #expect(app.title == "Membership" && app.text.contains("It renews on"))
    }
  }

  @Test("The page is restored after a relaunch")
  func isRestored() async {
    await withApp(world.session) { app in await app.tap("page") }
    await withApp(world.session, restoring: true) { app in #expect(app.title == "Membership") }
  }
}
