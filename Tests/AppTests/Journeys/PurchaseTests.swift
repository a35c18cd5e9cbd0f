// Needs: Auth, Books, Membership

import Core
import Services
import AppComposition
import TestKit
import Testing

@Suite("Buying a membership")
@MainActor struct PurchaseJourneyTests {
  @Test("Declined first, then answered late: paid once, and the original action is done")
  func declinedThenLate() async {
    await withApp({ Worlds.world(Worlds.welcomed).makeSession() }) { app in
      await app.tab("Shelves")
      for name in ["One", "Two", "Three"] { await app.tap("new", name) }
      await app.tap("new", "Four")
      #expect(app.title == "Become a member")
      await app.choose("Monthly")
      await app.pay("decline")
      if app.title == "Sign in" { await app.createAccount("Ada") }
      if app.title == "Move what you kept as a guest to this account?" { await app.tap("move") }
      #expect(app.content.notice?.tone == .problem)
      await app.pay("late")
      #expect(app.title == "Waiting for the bank")
      // The sandbox answers at the second check.
      for _ in 0..<3 where app.title == "Waiting for the bank" { await app.tap("check") }
      #expect(app.title.hasPrefix("Receipt"))
      await app.tap("done")
      #expect(app.title == "Shelves")
      #expect(app.rows.contains("Four"), "the purchase returned to what was asked for")
      await app.open("booksapp://membership")
      #expect(app.rows.count { $0.hasPrefix("Monthly, ") } == 1, "\(app.text)")
    }
  }

  @Test(
    "A guest's fourth shelf needs a payment only if it is the account's fourth, too",
    arguments: ["move", "leave"])
  func shelfOfAnAccount(guestsBooks answer: String) async {
    let world = Worlds.world(Worlds.welcomed)
    await withApp(world.makeSession) { app in
      await app.tab("Shelves")
      for name in ["One", "Two", "Three", "Four"] { await app.tap("new", name) }
      await app.choose("Yearly")
      await app.pay()
      await app.createAccount("Ada")
      #expect(app.title == "Move what you kept as a guest to this account?")
      await app.tap(answer)
      if answer == "move" {
        #expect(app.title.hasPrefix("Receipt"))
        await app.tap("done")
      }
      #expect(app.title == "Shelves")
      let own = Array(app.rows.dropFirst(3))
      #expect(own == (answer == "move" ? ["One", "Two", "Three", "Four"] : ["Four"]))
      await app.open("booksapp://membership")
      #expect(app.text.contains("You are not a member.") == (answer == "leave"))
    }
  }

  @Test("A payment's answer that arrives after the app was closed is found at the next start")
  func lateAfterRelaunch() async {
    let world = Worlds.world(Worlds.welcomed)
    await withApp(world.makeSession) { app in
      await app.open("booksapp://account")
      await app.tap("create")
      await app.createAccount("Ada")
      await app.open("booksapp://membership")
      await app.tap("buy")
      await app.choose("Yearly")
      await app.pay("late")
      #expect(app.title == "Waiting for the bank")
    }
    for _ in 0..<2 { await withApp(world.makeSession) { app in await app.tab("Account") } }
    await withApp(world.makeSession) { app in
      #expect(await app.open("booksapp://statistics/detailed") == .shown)
    }
  }
}
