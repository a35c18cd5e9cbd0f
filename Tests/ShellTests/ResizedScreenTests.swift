import Core
import Services
import Synchronization
import Terminal
import Testing

@testable import Shell

/// A terminal is resized while the app can't draw.
@Suite("A screen for a size that has changed meanwhile", .timeLimit(.minutes(60)))
@MainActor struct ResizedScreenTests {
  private final class Width: Sendable {
    let columns = Mutex(80)
  }

  private let width = Width()
  private let lines = LineQueue()
  private let output = ToldSink()
  private let shell: ShellSession

  init() {
    var console = Console(lines: lines, output: output, errors: MemorySink())
    console.columns = { [width] in width.columns.withLock(\.self) }
    shell = .toy(console)
    shell.layoutForColumns = { ($0 ?? 0) >= 100 ? .wide : .compact }
  }

  /// Returns when this many screens and the prompt are printed.
  private func wait(forScreens count: Int) async {
    await output.next { text in
      text.ranges(of: "[Planets]").count == count && text.hasSuffix("Planets> ")
    }
  }

  @Test("After a command that prints no screen, the screen is drawn again in the new size")
  func screenless() async {
    async let status = Conversation(shell: shell, greeting: "").run(link: nil)
    await wait(forScreens: 1)
    width.columns.withLock { $0 = 120 }
    lines.add([.text("where")])
    await wait(forScreens: 2)
    #expect(shell.app.session.layout == .wide)
    lines.finish()
    #expect(await status == 0)
  }

  @Test("A screen that a command prints in the new size is drawn again in the layout of that size")
  func layout() async {
    async let status = Conversation(shell: shell, greeting: "").run(link: nil)
    await wait(forScreens: 1)
    width.columns.withLock { $0 = 120 }
    shell.resize()
    lines.add([.text("show")])
    await wait(forScreens: 3)
    #expect(shell.app.session.layout == .wide)
    lines.finish()
    #expect(await status == 0)
  }
}
