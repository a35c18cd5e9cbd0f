import Services
import TestKit
import Testing

@testable import Core
@testable import Shell

@Suite("The line about what is waited for")
@MainActor struct WaitingLineTests {
  nonisolated private static let discover = Snapshot.screen(
    ScreenContent(title: "Discover", status: .loading(nil)))
  nonisolated private static let start = Snapshot(panes: [], tabs: [], layers: 0)

  @Test(
    "The line names the screen that loads, and after two seconds the time",
    arguments: [
      (discover, 0, 80, "Loading Discover… (Ctrl-C cancels)"),
      (discover, 1, 80, "Loading Discover… (Ctrl-C cancels)"),
      (discover, 6, 80, "Loading Discover, 6 s (Ctrl-C cancels)"),
      (discover, 6, 30, "Loading…, 6 s (Ctrl-C cancels)"), (discover, 6, 12, "…, 6 s (Ctr…"),
      (start, 0, 80, "Starting… (Ctrl-C cancels)"),
      (start, 9, 80, "Starting, 9 s (Ctrl-C cancels)"),
      (.everything, 0, 80, "Working… (Ctrl-C cancels)"),
    ] as [(Snapshot, Int, Int, String)])
  func text(snapshot: Snapshot, seconds: Int, columns: Int, text: String) {
    #expect(WaitingLine.text(for: snapshot, seconds: seconds, columns: columns) == text)
  }

  @Test("The time is that since the command began")
  func time() {
    let output = MemorySink()
    var now = ContinuousClock.now
    let line = WaitingLine(columns: { 80 }, now: { now }, print: { try? output.write($0) })
    now += .seconds(5)
    let session = AppSession(context: .test(), features: [])
    line.begin(session.snapshots)
    defer { line.end() }
    now += .seconds(3)
    line.draw(Self.discover)
    #expect(output.text == "\rLoading Discover, 3 s (Ctrl-C cancels)\u{1B}[K")
  }

  @Test(
    "A subcommand that waits for a link says so on the terminal of its messages alone",
    .timeLimit(.minutes(60)))
  func subcommand() async {
    let services = ToyServices()
    let (gate, opening) = AsyncStream.makeStream(of: Void.self)
    services.onShow = { for await _ in gate { return } }
    var configuration = ShellConfiguration.toy(services)
    configuration.commands = [
      AppCommand("venus", explanation: "show Venus") { _, _ in [.open("toy://planets/Venus")] }
    ]
    let (output, errors) = (MemorySink(), ToldSink())
    var console = Console.reading("", output: output, errors: errors)
    console.isErrorTerminal = true
    let program = ShellProgram(configuration: configuration, console: console)
    async let status = program.run(arguments: ["venus"], environment: ["TERM": "xterm"])
    await errors.next { $0.contains("Ctrl-C cancels") }
    opening.yield()
    #expect(await status == 0)
    #expect(output.text.contains("Venus") && !output.text.contains("Ctrl-C"))
    #expect(errors.text.hasSuffix("\r\u{1B}[K"))
  }
}
