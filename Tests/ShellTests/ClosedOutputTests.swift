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

  @Test("A subcommand whose output is closed between two steps ends quietly, with status 0")
  func closedSubcommand() async {
    let services = ToyServices()
    services.onShow = { [context = services.context] in
      context.notices.post(Notice("The library is back."), once: "back")
    }
    var configuration = ShellConfiguration.toy(services)
    configuration.commands = [
      AppCommand("venus", explanation: "show Venus") { _, _ in
        [.open("toy://planets/Venus"), .type("where"), .requireContent]
      }
    ]
    let errors = MemorySink()
    let console = Console.reading("", output: BrokenSink(.closed), errors: errors)
    let status = await ShellProgram(configuration: configuration, console: console)
      .run(arguments: ["--json", "venus"], environment: [:])
    #expect(status == 0)
    #expect(errors.text == "Toy: The library is back.\n")
  }
}
