// Needs: Auth, Books, Membership

import Inspection
import Services
import AppComposition
import Core
import TestKit
import Testing

@Suite("The examples of the articles on coordinators, in the whole app")
@MainActor struct ArticleTests {
  @Test("The four books of an article, added by hand, form a list that leads to each page")
  func fourBooks() async {
    let titles = [
      "Thinking in SwiftUI", "Practical Combine", "Guide to Swift Codable",
      "Server Side Swift with Vapor",
    ]
    await withApp(Worlds.compact) { app in
      await app.tab("Shelves")
      for title in titles {
        await app.tap("add")
        await app.fill("Title", title)
        await app.tap("save")
        await app.back()
      }
      await app.choose("Want to read")
      #expect(Set(app.rows) == Set(titles))
      for title in titles {
        await app.choose(title)
        #expect(app.title == title)
        await app.back()
      }
    }
  }

  @Test("The log has the path of a tap: screen, coordinators started, coordinators finished")
  func bubbling() async {
    await withApp({ Worlds.world(Worlds.welcomed).makeSession() }) { app in
      await app.open("booksapp://books/emma")
      await app.tap("notes")
      await app.fill("review", "Clever.")
      await app.tap("save")
      await app.createAccount("Ada")
      let log = app.session.log.lines.map {
        $0.drop { $0.isNumber || $0 == " " }.filter { !$0.isNumber }
      }
      let way = [
        "perform save on EntryForm (editEntry#)", "start signIn# by editEntry#",
        "perform create on CreateAccount (signIn#)", "finish signIn#",
      ]
      var rest = log[...]
      for line in way {
        rest = rest.drop { $0 != line }
        #expect(rest.first == line)
      }
    }
  }

  @Test(
    "The log has each change's animation: a screen is animated, a tab is not")
  func transitions() async {
    await withApp(Worlds.compact) { app in
      await app.tab("Shelves")
      #expect(app.session.log.lines.last?.hasSuffix(" select (not animated)") == true)
      await app.choose("Reading")
      #expect(app.session.log.lines.last?.contains(" push + Shelf(") == true)
      #expect(app.session.log.lines.last?.contains("animated") == false)
    }
  }

  @Test(
    "The first screen of the app, a tab or a column is not animated; a sheet is",
    arguments: [Worlds.compact, Worlds.wide])
  func firstScreens(_ make: @MainActor () -> AppSession) async {
    await withApp(make) { app in
      let launch = app.session.log.lines.filter { $0.contains(" push + ") }
      #expect(!launch.isEmpty)
      #expect(launch.allSatisfy { $0.hasSuffix("(not animated)") })
      await app.open("booksapp://books/dune")
      await app.tap("shelve")
      let sheet = app.session.log.lines.last { $0.contains(" present + ") }
      #expect(sheet?.contains("animated") == false)
    }
  }

  @Test("The log has the variants that differ from the defaults", arguments: [nil, "own-first"])
  func variants(_ variant: String?) async {
    let experiments = variant.map { ["book-details": $0] } ?? [:]
    await withApp({ Worlds.world(experiments: experiments).makeSession() }) { app in
      let noted = app.session.log.lines.filter { $0.contains(" experiment ") }
      #expect(noted.count == (variant == nil ? 0 : 1))
      #expect(noted.allSatisfy { $0.hasSuffix(" experiment book-details: own-first") })
    }
  }

  @Test("Three screens sell a membership through the same flow, without code of their own")
  func buySubscription() async {
    await withApp({ Worlds.world(["books", "membership", "auth"]).makeSession() }) { app in
      await app.tab("Statistics")
      await app.tap("details")
      #expect(app.screen?.kind == "Plans")
      await app.close()
      await app.tab("Shelves")
      for name in ["One", "Two", "Three", "Four"] { await app.tap("new", name) }
      #expect(app.screen?.kind == "Plans")
      await app.close()
      await app.tab("Account")
      await app.choose("Membership")
      await app.tap("buy")
      #expect(app.screen?.kind == "Plans")
      #expect(app.session.log.lines.count { $0.contains(" start purchase#") } == 3)
    }
  }
}
