import Core
import Foundation
import Testing

@testable import Shell

@Suite("The screens of a script")
@MainActor struct QuietScriptTests {
  @Test("With --quiet the last screen alone is printed, and failures as always")
  func quiet() async {
    let loud = await ToyRun("2\n:back\n2\nnonsense\n:back\nhelp\n", ["--keep-going"])
    let quiet = await ToyRun("2\n:back\n2\nnonsense\n:back\nhelp\n", ["--keep-going", "--quiet"])
    #expect(quiet.titles == ["Planets"] && loud.titles.count == 5)
    #expect(!quiet.output.contains("Everywhere:"))
    #expect(quiet.errors == loud.errors && quiet.status == 1)
    let json = await ToyRun("2\n", ["--json", "--quiet"])
    #expect(json.output.split(separator: "\n").count == 1 && json.output.contains("Venus"))
    let failed = await ToyRun("2\nnonsense\nback\n", ["--quiet"])
    #expect(failed.titles == ["Venus"])
  }

  @Test(
    "A link whose page can't be loaded is a failed command, like the page's own action",
    arguments: ["look Venus", "open toy://planets/Venus", "2"])
  func failedPage(line: String) async {
    let services = ToyServices()
    services.status = .failed(message: "No signal from there.", retry: nil)
    let run = await ToyRun("\(line)\n:back\n", services: services)
    #expect(run.status == 1 && run.titles.last == "Venus", "\(run.output)")
    #expect(run.errors == "line 1: No signal from there.\n")
  }

  @Test("With --json and --quiet each failure and each note is an object before the last screen")
  func jsonMessages() async throws {
    let services = ToyServices()
    services.asksAtStart = true
    let run = await ToyRun(
      "nonsense\nlook Venus\n", ["--json", "--quiet", "--keep-going"], services: services)
    let types = try run.output.split(separator: "\n").map { line -> String? in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return object?["type"] as? String
    }
    // The link waits for the questions at the start, and is lost at the end of the input.
    #expect(types == ["problem", "note", "note", "screen"], "\(run.output)")
    #expect(run.errors.hasPrefix("line 1: Unknown command “nonsense”."))
  }

  @Test("The down, up and page commands print a script's whole screen, as it has no window")
  func windows() async {
    let run = await ToyRun("down\nup left\npage\n")
    #expect(run.status == 0)
    #expect(run.output.components(separatedBy: "Jupiter").count == 5)
    #expect(
      await ToyRun("down right\n").errors
        == "line 1: Unknown argument “right”. Did you mean “down left”?\n")
  }

  @Test("With --quiet, quit prints the screen before it")
  func quit() async {
    #expect(await ToyRun("2\nquit\n", ["--quiet"]).titles == ["Venus"])
  }

  @Test("A notice is printed after its command, and not when its tab is shown again")
  func notices() async {
    let run = await ToyRun("tab account\nset password x\nunlock x\ntab planets\ntab account\n")
    #expect(run.output.components(separatedBy: "Unlocked.").count == 2)
  }
}
