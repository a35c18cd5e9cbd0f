import Terminal
import Core
import Foundation
import Services
import Testing

@testable import Shell

@Suite("Recorded answers")
@MainActor final class RecordedAnswersTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("shell-\(UUID().uuidString)").path

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  isolated deinit {
    try? FileManager.default.removeItem(atPath: folder)
  }

  @Test("What a prompt or a form with one field took is recorded as a command that replays")
  func answers() async throws {
    let path = "\(folder)/a.session"
    let queue = LineQueue()
    queue.add(
      ["open toy://moons", "order", "", "goal", "52", "", "-", ":home"].map(InputLine.text))
    queue.finish()
    var console = Console(lines: queue, output: MemorySink(), errors: MemorySink())
    console.isInputTerminal = true
    let status = await ShellProgram(configuration: .toy(), console: console)
      .run(arguments: ["--record", path], environment: [:])
    #expect(status == 0)
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    #expect(
      lines.filter { !$0.hasPrefix("#") } == [
        "open toy://moons", "order size", "goal", "set count 52", "clear count", ":home", "quit",
      ])
    let replay = await ToyRun("", ["replay", path])
    #expect(replay.status == 0 && replay.output.contains("7 commands, the same screens"))
  }

  @Test("A date is read in the order of the locale, but not in a recording, which has none")
  func dates() async throws {
    let script = "open toy://moons\nseen yesterday\nseen 3/4/2026\n"
    let american = ["LC_TIME": "en_US.UTF-8"]
    let run = await ToyRun(script, environment: american)
    #expect(run.status == 0)
    #expect(run.output.contains("Seen on 2026-11-19."))
    #expect(run.output.contains("Seen on 2026-03-04."))
    let recorded = await ToyRun(script, ["--record", "\(folder)/a.session"], environment: american)
    #expect(
      recorded.errors
        == "line 3: Day: “3/4/2026” could be 2026-04-03 or 2026-03-04. Type one of these.\n")
  }
}
