// Needs: Books

import Core
import Services
import AppComposition
import TestKit
import Testing

@Suite("Refused requests change nothing")
@MainActor struct RefusalTests {
  @Test(
    "A link to a missing destination is refused before any screen is left",
    arguments: [
      "booksapp://books/no-such-book", "booksapp://authors/nobody", "booksapp://subjects/Nothing",
      "booksapp://entries/none", "booksapp://shelves/none", "booksapp://elsewhere",
      "booksapp://search?from=abc", "booksapp://search?from=99999999999999999999",
      "booksapp://search?order=zzz", "booksapp://search?language=zzz", "booksapp://search?page=-1",
    ])
  func links(link: String) async {
    await withApp(Worlds.compact) { app in
      await app.open("booksapp://books/dune")
      let before = app.session.navigation.tree
      guard case .refused = await app.answer(to: link) else {
        Issue.record("\(link) was not refused")
        return
      }
      #expect(app.session.navigation.tree == before)
      #expect(app.title == "Dune")
    }
  }

  @Test("Repeated requests to leave an unsaved form show one question")
  func oneQuestion() async {
    await withApp(Worlds.compact) { app in
      await app.open("booksapp://books/dune")
      await app.tap("notes")
      await app.fill("Review", "Sand.")
      await app.close()
      _ = await app.session.quit()
      await app.home()
      await app.open("booksapp://books/emma")
      _ = await app.session.quit()
      #expect(app.session.navigation.tree.layers.count == 2)
      await app.tap("Keep editing")
      #expect(app.value(of: "Review") == .text("Sand."))
      #expect(app.session.navigation.tree.layers.count == 1)
      await app.home()
      await app.tap("Discard")
      #expect(app.title == "Discover")
    }
  }

  @Test("A refused form removes a problem as soon as the input is corrected")
  func corrected() async {
    await withApp(Worlds.compact) { app in
      await app.open("booksapp://books/dune")
      await app.tap("notes")
      await app.fill("Started", "2026-12-31")
      await app.fill("Finished", "2026-11-01")
      await app.tap("save")
      #expect(app.content.fields.compactMap(\.problem).count == 2)
      await app.fill("Started", "2026-10-01")
      #expect(app.content.fields.compactMap(\.problem).isEmpty)
      await app.tap("save")
      #expect(app.title == "Dune")
      await app.tab("Shelves")
      await app.tap("add")
      await app.tap("save")
      await app.fill("Title", "Letters")
      #expect(app.content.fields.compactMap(\.problem).isEmpty)
      await app.tap("save")
    }
  }
}
