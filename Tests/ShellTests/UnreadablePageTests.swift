import Core
import Services
import Testing

@testable import Shell

@Suite("Pages that a subcommand can't read")
@MainActor struct UnreadablePageTests {
  private func run(
    _ arguments: String...
  ) async -> ToyRun {
    let services = ToyServices()
    services.isDamaged = true
    var configuration = ShellConfiguration.toy(services)
    configuration.commands = [
      AppCommand("choose", subject: "NAME", explanation: "choose") { name, _ in
        [.open("toy://planets"), .choose(RowChoice(name)), .loadAll]
      },
      AppCommand("link", value: "LINK", explanation: "open") { _, link in [.open(link)] },
    ]
    return await ToyRun("", arguments, configuration: configuration)
  }

  @Test("A page that shows only a problem is a failure, whether a link or a row opens it")
  func nothing() async {
    for arguments in [("choose", "Venus"), ("link", "toy://planets/Venus")] {
      let run = await run(arguments.0, arguments.1)
      #expect(run.status == 1 && run.output.isEmpty, "\(arguments) \(run.output)")
      #expect(run.errors == "Toy: The disk is damaged.\n", "\(arguments)")
    }
    let json = await run("--json", "choose", "Venus")
    #expect(json.status == 1 && json.output.contains(#""type":"problem""#), "\(json.output)")
  }

  @Test("A page that shows rows below its problem is printed, and is no failure")
  func rows() async {
    let run = await run("link", "toy://planets")
    #expect(run.status == 0 && run.output.contains("The disk is damaged."), "\(run.errors)")
    #expect(run.output.contains("Venus"))
  }
}
