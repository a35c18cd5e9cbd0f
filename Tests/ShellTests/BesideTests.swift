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
}
