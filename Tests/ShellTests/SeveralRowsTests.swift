import Foundation
import Core
import Services
import Testing

@testable import Shell

@Suite("Several rows in one line")
@MainActor struct SeveralRowsTests {
  @Test(
    "Numbers and ranges choose several rows in their order, each once",
    arguments: [
      ("1 2", ["a", "b"]), ("2,1", ["b", "a"]), ("1-2", ["a", "b"]), (" 2 1-2 ", ["b", "a"]),
      ("1, 2", ["a", "b"]),
    ] as [(String, [Row.ID])])
  func lines(line: String, rows: [Row.ID]) throws {
    #expect(try Command.parse(line, in: .everything) == .chooseSeveral(rows, pane: 0))
    #expect(try Command.parse("2-2", in: .everything) == .choose("b", pane: 0))
  }

  @Test("Rows of lists beside each other are chosen one list at a time")
  func columns() {
    let list = ScreenContent(
      title: "A", sections: [ContentSection("r", .rows([Row("x", title: "X")]))])
    let problem = #expect(throws: CommandProblem.self) {
      try Command.parse("1 2", in: .split(list, list))
    }
    #expect(problem?.message == "Choose from one list at a time.")
  }

  @Test("The screen is printed once for several rows")
  func toggles() async {
    let run = await ToyRun("open toy://moons\n1 3\n1-3\n")
    #expect(run.errors == "")
    #expect(run.output.components(separatedBy: "Moons  ").count == 4)
    #expect(run.output.contains("1 • Io\n  2   Europa\n  3 • Titan"))
    #expect(run.output.contains("1   Io\n  2 • Europa\n  3   Titan"))
  }

  @Test("If the first row opens a screen, the others are not chosen, and the script stops")
  func opened() async {
    let run = await ToyRun("1 2\nshow\n")
    #expect(run.status == 1)
    #expect(run.titles == ["Planets", "Mercury"])
    #expect(
      run.errors == "line 1: This opened a screen, so the other rows were not chosen.\n")
  }

  @Test("Ctrl-C while several rows are chosen chooses no further one, and says so")
  func cancelled() async {
    let services = ToyServices()
    let console = Console(lines: LineQueue(), output: MemorySink(), errors: MemorySink())
    let shell = ShellSession.toy(console, services: services)
    services.onChoose = { [weak shell] in _ = shell?.cancel() }
    _ = await shell.launch(link: nil)
    _ = await shell.run("open toy://moons")
    let report = await shell.run("1-3")
    #expect(report.failure == nil && report.notes == ["Cancelled."])
    let rows = shell.app.session.snapshot.panes[0].content.rows
    #expect(rows.map(\.isSelected) == [true, false, false])
    shell.app.session.stop()
  }

  @Test("Help offers to choose several rows only if rows open no screen")
  func help() async {
    let several = "several as 1 3 or 1-3"
    for chosen in ["", "2\n", "1 2\n"] {
      #expect(await ToyRun("open toy://moons\n\(chosen)help\n").output.contains(several))
    }
    let planets = await ToyRun("help\n").output
    #expect(planets.contains("Chooses a row.") && !planets.contains(several))
  }

  @Test("A list has at least one number, and none above the limit")
  func bound() {
    #expect(NumberList("1-\(Int.max)", upTo: 5) == nil)
    #expect(NumberList("1", upTo: 0) == nil)
    #expect(NumberList("", upTo: 5) == nil)
    #expect(NumberList("1-3,2 5", upTo: 5)?.numbers == [1, 2, 3, 5])
  }
}
