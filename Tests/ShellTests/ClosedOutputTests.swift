import Core
import Foundation
import Synchronization
import Terminal
import Testing

@testable import Shell

/// An output that is a pipe whose reader ends, as in `app | head`, or a terminal that is closed.
@Suite("A closed output")
@MainActor struct ClosedOutputTests {
  /// An output that is closed as soon as it has the prompt of the account.
  private final class Pipe: ByteSink {
    private static let prompt = "Account> "

    private let text = Mutex("")
    /// Whether the prompt is written before the output is closed.
    private let takesPrompt: Bool
    private let onPrompt: @Sendable () -> Void

    init(takesPrompt: Bool, onPrompt: @escaping @Sendable () -> Void) {
      (self.takesPrompt, self.onPrompt) = (takesPrompt, onPrompt)
    }

    var isOpen: Bool { !text.withLock { $0.hasSuffix(Self.prompt) } }

    func write(_ text: String) throws(OutputError) {
      guard isOpen, takesPrompt || !text.hasSuffix(Self.prompt) else { throw .closed }
      self.text.withLock { $0 += text }
      if !isOpen { onPrompt() }
    }
  }

  private func talk(_ output: Pipe, _ lines: LineQueue, _ services: ToyServices) async -> Int32 {
    var console = Console(lines: lines, output: output, errors: MemorySink())
    console.isInputTerminal = true
    lines.add([.text("tab account")])
    return await ShellProgram(configuration: .toy(services), console: console)
      .run(arguments: [], environment: [:])
  }

  @Test("A shell whose output is closed before the prompt does not wait for a line")
  func refused() async {
    // There is no other line and no end of the input, so waiting for one would never end.
    let status = await talk(Pipe(takesPrompt: false) {}, LineQueue(), ToyServices())
    #expect(status == 0)
  }

  @Test("A line typed after the prompt's reader has gone is not run")
  func typed() async {
    let (lines, services) = (LineQueue(), ToyServices())
    let output = Pipe(takesPrompt: true) { lines.add([.text("set password typed-for-the-shell")]) }
    #expect(await talk(output, lines, services) == 0)
    #expect(services.password == nil)
  }

  @Test("Output to a terminal that is gone is status 143")
  func goneTerminal() async {
    let output = BrokenSink(.failed(EIO))
    var console = Console.reading("2\n", output: output, errors: MemorySink())
    console.isOutputTerminal = true
    let status = await ShellProgram(configuration: .toy(), console: console)
      .run(arguments: [], environment: [:])
    #expect(status == 143)
  }

  /// Runs a subcommand of which the line `where` may change data, as often as given.
  private func once(typing count: Int) async -> (status: Int32, errors: String) {
    let services = ToyServices()
    services.onShow = { [context = services.context] in
      context.notices.post(Notice("The library is back."), once: "back")
    }
    var configuration = ShellConfiguration.toy(services)
    configuration.commands = [
      AppCommand("venus", explanation: "show Venus") { _, _ in
        [.open("toy://planets/Venus")]
          + Array(repeating: AppCommand.Step.type("where"), count: count) + [.requireContent]
      }
    ]
    let errors = MemorySink()
    let console = Console.reading("", output: BrokenSink(.closed), errors: errors)
    let status = await ShellProgram(configuration: configuration, console: console)
      .run(arguments: ["--json", "venus"], environment: [:])
    return (status, errors.text)
  }

  @Test("A subcommand whose output is closed between two steps ends quietly, with status 0")
  func closedSubcommand() async {
    let run = await once(typing: 1)
    #expect(run.status == 0)
    #expect(run.errors == "Toy: The library is back.\n")
  }

  @Test("A subcommand whose output is closed before it has changed all data ends with status 1")
  func unfinishedSubcommand() async {
    let run = await once(typing: 2)
    #expect(run.status == 1)
    #expect(run.errors == "Toy: The library is back.\nToy: Stopped: the output was closed.\n")
  }
}
