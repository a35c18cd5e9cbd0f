import Core
import Services
import Testing

@testable import Shell

@MainActor @Suite("The answer of where")
struct WhereaboutsTests {
  @Test("Rows of two columns lead where the screen of each leads, and back to the screen below")
  func columns() {
    func list(_ title: String, rows: Int) -> ScreenContent {
      ScreenContent(
        title: title,
        sections: [ContentSection("rows", .rows((0..<rows).map { Row(.init("\($0)"), title: "") }))]
      )
    }
    let here = Whereabouts(
      path: ["Stars", "Sun", "Planet"],
      snapshot: .split(list("Stars", rows: 3), list("Planet", rows: 2)),
      destinations: { kind, _ in [kind == "First" ? "Star" : "Moon"] })
    #expect(
      here.lines == [
        "Stars › Sun › Planet", "  1 … 3  → Star", "  4 … 5  → Moon", "  back   → Sun",
      ])
  }

  @Test("Of the answers to a question, where only says which ones close it")
  func question() {
    let question = ScreenContent(
      title: "Discard it?",
      actions: [
        Action("keep", title: "Keep", role: .cancel),
        Action("discard", title: "Discard", role: .destructive),
      ])
    let here = Whereabouts(
      path: ["Form", "Discard it?"], snapshot: .screen(question, kind: .alert, leave: .close),
      destinations: { _, _ in ["Anywhere"] })
    #expect(
      here.lines == [
        "Form › Discard it?", "  keep     closes this", "  discard", "  close    closes this",
      ])
  }
}
