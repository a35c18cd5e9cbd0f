import Testing

@testable import Shell

/// Runs the program for everything but the app itself.
@Suite("Shell program")
@MainActor struct ShellProgramTests {
  @Test("The version, the help and the map go to standard output")
  func questions() async {
    #expect(await ToyRun("", ["--version"]).output == "Toy 1.2.3\n")
    #expect(await ToyRun("", ["map"]).output == "mermaid of the toy\n")
    #expect(await ToyRun("", ["map", "--format", "dot"]).output == "dot of the toy\n")
    let help = await ToyRun("", ["--help"])
    #expect(help.output.hasPrefix("Usage:\n  Toy [OPTIONS] [LINK]"))
    for option in OptionName.allCases { #expect(help.output.contains("--\(option.rawValue) ")) }
    #expect(help.output.split(separator: "\n").allSatisfy { $0.count <= 100 })
    #expect(help.status == 0)
  }

  @Test("Misuse is status 2 and one line")
  func misuse() async {
    let run = await ToyRun("", ["--nonsense"])
    #expect(run.status == 2)
    #expect(run.output == "")
    #expect(run.errors == "Toy: There is no option “--nonsense”. Try --help.\n")
  }

  @Test("Services that can't be made are said in one line")
  func broken() async {
    let run = await ToyRun("1\n", ["--variant", "world=broken"])
    #expect(run.status == 1)
    #expect(run.output == "")
    #expect(run.errors == "Toy: What was stored can't be read (the world).\n")
  }

  @Test("Nothing but an app that starts and ends comes of an empty script")
  func empty() async {
    let run = await ToyRun("")
    #expect(run.status == 0)
    #expect(run.titles == ["Planets"])
  }
}
