import Core
import Services
import Testing

@testable import Shell

@Suite("Two screens beside each other")
struct BesideTests {
  private static let words = Field("words", label: "Words", kind: .text)

  private let search = ScreenContent(
    title: "Search", sections: [ContentSection("rows", .rows([Row("dune", title: "Dune")]))],
    actions: [Action("search", title: "Search", role: .primary, input: Self.words)])
  private let book = ScreenContent(title: "Dune", actions: [Action("rate", title: "Rate")])

  @Test("A text beside a search is no new search, because the prompt is that of the other screen")
  func text() throws {
    let both = Snapshot.split(search, book)
    #expect(
      try Command.parse("emma", in: .screen(search))
        == .perform("search", .value(.text("emma")), pane: 0))
    for line in ["emma", "4.3", "yes"] {
      let problem = #expect(throws: CommandProblem.self) { try Command.parse(line, in: both) }
      #expect(problem?.message.hasPrefix("Unknown command “\(line)”. ") == true)
    }
    #expect(
      try Command.parse("search emma", in: both)
        == .perform("search", .value(.text("emma")), pane: 0))
    let beforeSearch = Snapshot.split(book, search)
    #expect(
      try Command.parse("emma", in: beforeSearch)
        == .perform("search", .value(.text("emma")), pane: 1))
  }

  @Test("Help lists the actions and rows of each of two screens under a heading of its own")
  func help() {
    let editions = ContentSection(
      "editions", .rows([Row("a", title: "One"), Row("b", title: "Two")]))
    let second = ScreenContent(
      title: "Dune", sections: [editions], actions: [Action("rate", title: "Rate it")])
    let lines = HelpText(snapshot: .split(search, second), choosesSeveral: [1])
      .lines(about: .everything)
    #expect(
      lines.prefix(9) == [
        "Here:", "  rate   Rate it", "  2 … 3  Chooses a row; several as 1 3 or 1-3.", "",
        "Beside it, in “Search”:", "  search WORDS", "  1             Chooses a row.", "",
        "Everywhere:",
      ])
    let alone = HelpText(snapshot: .screen(book)).lines(about: .everything)
    #expect(alone.prefix(4) == ["Here:", "  rate", "", "Everywhere:"])
    let empty = ScreenContent(title: "Loading")
    let beside = HelpText(snapshot: .split(book, empty)).lines(about: .everything)
    #expect(beside == alone)
  }

  @Test("Help does not list a word of the app under Everywhere if it is an action's name here")
  func hiddenWord() {
    func listsWord(beside action: Action.ID) -> Bool {
      let content = ScreenContent(title: "Guest", actions: [Action(action, title: "Go on")])
      let word = Shortcut("sign-in", explanation: "Goes there.", link: "toy://account")
      let lines = HelpText(snapshot: .screen(content), shortcuts: [word]).lines(about: .everything)
      return lines.contains { $0.contains("Goes there.") }
    }
    #expect(listsWord(beside: "rate"))
    #expect(!listsWord(beside: "sign-in"))
  }
}
