import Core
import Foundation
import Services
import Testing

@testable import Shell

@Suite("Lines without the command that they need")
@MainActor struct MissingWordTests {
  @Test("A title that begins with open is answered with how to search for it, unless rows have it")
  func titlesAfterOpen() throws {
    let words = Field("words", label: "Words", kind: .text)
    var content = ScreenContent(
      title: "Search",
      actions: [Action("search", title: "Search", role: .primary, input: words)])
    let link = "This is not a link. A link has a scheme, a place and no spaces: toy://planets."
    let problem = #expect(throws: CommandProblem.self) {
      try Command.parse("Open Water", in: .screen(content))
    }
    #expect(problem?.message == "\(link) To enter it as text: search Open Water")
    let rows = ["Blue Water", "Black Water"].map { Row(Row.ID($0), title: $0) }
    content.sections = [ContentSection("rows", .rows(rows))]
    for (line, message) in [
      (
        "Open City",
        "No row here contains “City”, and it is no link. To enter it as text: search Open City"
      ),
      ("Open Water", "“Water” could be row “1” or “2”. Type its number."),
      ("open toy:/x", link),
    ] {
      let problem = #expect(throws: CommandProblem.self) {
        try Command.parse(line, in: .screen(content))
      }
      #expect(problem?.message == message)
    }
    #expect(
      try Command.parse("Open blue", in: .screen(content)) == .choose("Blue Water", pane: 0))
  }

  @Test("Where a text is no value, an unknown line is answered with the app's word that takes text")
  func wordThatTakesText() throws {
    let row = Row("dune", title: "Children of Dune")
    let content = ScreenContent(
      title: "Discover", sections: [ContentSection("rows", .rows([row]))],
      actions: [Action("more", title: "More")])
    func answer(_ line: String, in snapshot: Snapshot) -> String? {
      let problem = #expect(throws: CommandProblem.self) { try Command.parse(line, in: snapshot) }
      return problem?.message.components(separatedBy: "”. ").last
    }
    let discover = Snapshot.screen(content, tabs: [("discover", "Discover")])
    #expect(answer("agatha christie", in: discover) == "Did you mean “look agatha christie”?")
    #expect(answer("of dune", in: discover) == "Did you mean “open of dune”?")
    #expect(answer("moer", in: discover) == "Did you mean “more”?")
    for line in ["-x", "Delete", "delete 4"] {
      #expect(answer(line, in: discover) == "Type help for a list.")
    }
    // A question, a screen before the tabs, and one with another meaning of the word.
    let question = Snapshot.screen(content, leave: .close, tabs: [("discover", "Discover")])
    var other = content
    other.actions = [Action("look", title: "Look away")]
    for snapshot in [
      question, .screen(content), .screen(other, tabs: [("discover", "Discover")]),
    ] {
      #expect(answer("agatha christie", in: snapshot) == "Type help for a list.")
    }
  }
}
