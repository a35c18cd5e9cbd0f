// Needs: Auth, Books, Onboarding

import Core
import Services
import AppComposition
import TestKit
import Testing

@Suite("A new reader's first day")
@MainActor struct FirstDayTests {
  @Test("From the first start to the first book on a shelf")
  func firstBook() async {
    await withApp({ Worlds.whole() }) { app in
      #expect(app.title == "Welcome")
      #expect(app.session.snapshot.tabs.isEmpty)
      await app.tap("next")
      await app.choose("Science fiction")
      await app.tap("next")
      await app.fill("goal", "24")
      await app.tap("next")
      await app.fill("name", "Ada Lovelace")
      await app.tap("next")
      #expect(app.text.contains("AL"), "the initials stand for a picture")
      await app.tap("start")
      #expect(app.title == "Discover")
      #expect(app.rows.first == "Science fiction", "what she likes best comes first")
      await app.choose("Dune")
      await app.tap("want")
      #expect(app.notice == "Added to “Want to read”.")
      await app.tab("Account")
      #expect(app.content.rows.contains { $0.detail?.contains("Ada Lovelace") == true })
    }
  }

  @Test("Onboarding is not shown again after a restart")
  func askedOnce() async {
    let world = Worlds.world(Worlds.allFeatures)
    await withApp(world.makeSession) { app in await app.skipOnboarding() }
    await withApp(world.makeSession) { app in #expect(app.title == "Discover") }
  }

  @Test("A guest who reviews a book makes an account on the way, and the review is saved")
  func reviewing() async {
    await withApp({ Worlds.whole() }) { app in
      await app.skipOnboarding()
      await app.open("booksapp://books/dune")
      await app.tap("start")
      await app.tap("rate", "5")
      #expect(app.title == "Dune", "a rating needs no account")
      await app.tap("notes")
      await app.fill("review", "Sand.")
      await app.tap("save")
      #expect(app.title == "Sign in")
      #expect(
        app.content.subtitle == "You need an account for this. You'll continue where you left off.")
      await app.createAccount("Ada")
      #expect(app.title == "Move what you kept as a guest to this account?")
      await app.tap("move")
      #expect(app.title == "Dune")
      let notice = Notice("You are signed in. Moved 1 book to your account.")
      #expect(app.session.consumeNotices() == [.posted(notice)])
      #expect(app.text.contains("★★★★★"))
      #expect(app.text.contains("Sand."))
      await app.tab("Shelves")
      await app.choose("Reading")
      #expect(app.rows == ["Dune"], "it came along")
    }
  }

  @Test("A guest who cancels the sign-in is back in the form, and the review is kept")
  func noAccount() async {
    await withApp({ Worlds.whole() }) { app in
      await app.skipOnboarding()
      await app.open("booksapp://books/dune")
      await app.tap("notes")
      await app.fill("review", "Sand.")
      await app.tap("save")
      #expect(app.title == "Sign in")
      await app.close()
      #expect(app.value(of: "review") == .text("Sand."), "what was typed is still there")
    }
  }
}
