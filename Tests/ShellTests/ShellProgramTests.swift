import Foundation
import TestKit
import Testing

@testable import Shell

/// Runs the program's jobs other than the app itself.
@Suite("Shell program")
@MainActor struct ShellProgramTests {
  @Test("The version, the help and the map go to standard output")
  func questions() async {
    #expect(await ToyRun("", ["--version"]).output == "Toy 1.2.3\n")
    #expect(await ToyRun("", ["map"]).output == "mermaid of the toy, compact\n")
    #expect(
      await ToyRun("", ["map", "--layout", "wide"]).output == "mermaid of the toy, wide\n")
    #expect(await ToyRun("", ["map", "--format", "dot"]).output == "dot of the toy, compact\n")
    let crawl = await ToyRun("", ["map", "--crawl"])
    #expect(crawl.output == "mermaid of the toy, compact, crawled\n")
    let help = await ToyRun("", ["--help"])
    #expect(help.output.hasPrefix("Usage:\n  Toy [OPTIONS] [LINK]"))
    for option in OptionName.allCases { #expect(help.output.contains("--\(option.rawValue) ")) }
    #expect(help.output.split(separator: "\n").allSatisfy { $0.count <= 100 })
    #expect(help.status == 0)
  }

  @Test("No line of the help on a terminal is wider than the terminal", arguments: [[], ["map"]])
  func widths(topic: [String]) async {
    let help = await ToyRun("", ["help"] + topic) { $0.columns = { 60 } }
    #expect(help.status == 0 && !help.output.isEmpty)
    #expect(help.output.split(separator: "\n").allSatisfy { String($0).displayWidth <= 60 })
  }

  @Test("Misuse is status 2 and one line")
  func misuse() async {
    let run = await ToyRun("", ["--nonsense"])
    #expect(run.status == 2)
    #expect(run.output == "")
    #expect(run.errors == "Toy: Unknown option “--nonsense”. Try --help.\n")
  }

  @Test("--json can't be combined with map or replay", arguments: [["map"], ["replay", "none"]])
  func json(arguments: [String]) async {
    let run = await ToyRun("", ["--json"] + arguments)
    #expect(run.status == 2)
    #expect(run.output == "")
    #expect(run.errors == "Toy: --json can't be used with \(arguments[0]). Try --help.\n")
  }

  @Test(
    "An unknown variant is misuse",
    arguments: [
      ("wrld=broken", "Unknown experiment “wrld”. Did you mean world?"),
      ("zzz=d", "Unknown experiment “zzz”. Choose one of: a, world."),
      ("a=c", "The experiment “a” has no variant “c”. The only one is b."),
      ("world=fat", "The experiment “world” has no variant “fat”. Choose one of: broken, flat."),
    ])
  func variants(typed: String, message: String) async {
    for arguments in [["--variant", typed], ["map", "--variant", typed]] {
      let run = await ToyRun("1\n", arguments)
      #expect(run.status == 2)
      #expect(run.output == "")
      #expect(run.errors == "Toy: \(message) Try --help.\n")
    }
    for option in ["--version", "--help"] {
      #expect(await ToyRun("", [option, "--variant", typed]).status == 0)
    }
  }

  @Test("An app without experiments has no variants")
  func noExperiments() async {
    let toy = ShellConfiguration.toy()
    let bare = ShellConfiguration(
      name: toy.name, version: toy.version, makeWorld: toy.makeWorld, map: toy.map)
    let run = await ScriptPlayer(bare).play("1\n", arguments: ["--variant", "a=b"])
    #expect(run.status == 2)
    #expect(
      run.messages == "Toy: Unknown experiment “a”. This app has none. Try --help.\n")
  }

  @Test("Services that can't be created are reported in one line")
  func broken() async {
    let run = await ToyRun("1\n", ["--variant", "world=broken"])
    #expect(run.status == 1)
    #expect(run.output == "")
    #expect(
      run.errors == "Toy: Data can't be read (the world). Restart the app, or restore a backup.\n")
  }

  @Test("An empty script starts and ends the app")
  func empty() async {
    let run = await ToyRun("")
    #expect(run.status == 0)
    #expect(run.titles == ["Planets"])
  }

  @Test(
    "The command where shows where actions lead in the current variant, also in a replay",
    arguments: [[], ["--variant", "a=b"]])
  func whereabouts(variant: [String]) async throws {
    let destination = variant.isEmpty ? "→ Note" : "→ Other"
    let run = await ToyRun("1\nwhere\n", variant)
    #expect(run.output.contains(destination), "\(run.output)")
    let folder = try TemporaryFolder()
    let path = folder.file("a.session")
    _ = await ToyRun("1\nwhere\n", variant + ["--record", path])
    #expect(try String(contentsOfFile: path, encoding: .utf8).contains(destination))
    #expect(await ToyRun("", ["replay", path]).status == 0)
  }
}
