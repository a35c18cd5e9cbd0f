import Testing

@testable import Shell

/// Steps that type a command, as a user would type it in the app.
@Suite("Typed steps of a subcommand")
@MainActor struct TypedStepTests {
  private func run(
    _ arguments: [String], _ environment: [String: String] = [:]
  ) async -> ToyRun {
    var configuration = ShellConfiguration.toy()
    configuration.commands = [
      AppCommand("seen", value: "DAY", explanation: "note when the moons were seen") { _, day in
        [.open("toy://moons"), .type("seen \(day)")]
      },
      AppCommand("visit", subject: "NAME", explanation: "look at a planet") { name, _ in
        [.open("toy://planets/Mercury"), .type("look \(name)")]
      },
    ]
    return await ToyRun(
      "", arguments, configuration: configuration, environment: environment)
  }

  @Test(
    "A typed date of a subcommand is read by the locale",
    arguments: [("de_DE.UTF-8", "2026-04-03"), ("en_US.UTF-8", "2026-03-04")])
  func date(locale: String, day: String) async {
    let run = await run(["seen", "3/4/2026"], ["LANG": locale])
    #expect(run.status == 0 && run.output.contains("Seen on \(day)."), "\(run.errors)")
  }

  @Test("A typed date that could be two days is refused without a locale that tells which")
  func ambiguousDate() async {
    let run = await run(["seen", "3/4/2026"])
    #expect(run.status == 1 && run.output.isEmpty)
    #expect(run.errors.hasPrefix("Toy: Day: “3/4/2026” could be 2026-04-03 or 2026-03-04."))
  }

  @Test("A typed step knows the app's own words")
  func shortcut() async {
    let run = await run(["visit", "Venus"])
    #expect(run.status == 0 && run.output.contains("Venus"), "\(run.errors)")
  }
}
