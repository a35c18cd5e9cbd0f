import Core
import TestKit
import Testing

@Suite("Rule 0: the toy app works as a whole")
@MainActor struct JourneyTests {
  @Test("A person goes from the list to a detail, edits it, and is back at the list")
  func listDetailEdit() async {
    await withToy { toy, app in
      #expect(app.title == "First")
      await app.choose("B")
      #expect(app.title == "B")
      await app.tap("edit")
      await app.fill("Name", "new name")
      await app.tap("save")
      #expect(app.title == "First")
      #expect(toy.journal.lines == ["detail finished new name"])
    }
  }
}
