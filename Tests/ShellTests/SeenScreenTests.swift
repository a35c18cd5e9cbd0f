import Terminal
import Core
import Services
import Foundation
import Testing

@testable import Shell

/// Background work changes the app between the screen that is printed and the line that answers it.
@Suite("A typed line is about the screen that was printed")
@MainActor struct SeenScreenTests {
  private let shell: ShellSession
  private let conversation: Conversation
  private let output = MemorySink()

  init() async {
    shell = .toy(Console(lines: LineQueue(), output: output, errors: MemorySink()))
    conversation = Conversation(shell: shell, greeting: "")
    conversation.tell(await shell.launch(link: nil))
  }

  /// Filters the planets, as a refresh in the background might.
  private func leaveOnlyVenus() async {
    _ = await shell.app.session.perform("find", .value(.text("Venus")))
    #expect(shell.app.session.snapshot.panes[0].content.rows == ["Venus"])
  }

  @Test("A row's number is the one that was printed")
  func number() async {
    await leaveOnlyVenus()
    conversation.tell(await conversation.answer("2"))
    #expect(shell.app.session.snapshot.panes[0].content.title == "Venus")
  }

  @Test("A row that has gone is not chosen, and neither is the one in its place")
  func gone() async {
    await leaveOnlyVenus()
    let report = await conversation.answer("1")
    #expect(report.failure == "This row no longer exists.")
    #expect(shell.app.session.snapshot.panes[0].content.title == "Planets")
    conversation.tell(report)
    conversation.tell(await conversation.answer("1"))
    #expect(shell.app.session.snapshot.panes[0].content.title == "Venus")
  }

  @Test("An action is not done on another screen than the one that was printed")
  func otherScreen() async {
    _ = await shell.app.session.perform(.select, .row("Venus"))
    let report = await conversation.answer("explode")
    #expect(report.failure == "“explode” was not performed because its screen has closed.")
    #expect(report.showsScreen)
  }

  @Test("An action that has gone is refused with the screen that has changed meanwhile")
  func goneAction() async {
    let printed = shell.app.session.snapshot
    await leaveOnlyVenus()
    for (before, shows) in [(printed, true), (shell.app.session.snapshot, false)] {
      let report = await shell.runner.run(.perform("undo", .none, pane: 0), before: before)
      #expect(report.failure == "“undo” isn't available here." && report.showsScreen == shows)
    }
  }

  @Test("A notice of background work is printed above the waiting prompt, once")
  func news() async {
    shell.question = LineQuestion("Planets> ", hasHistory: true)
    shell.app.session.context.notices.post(Notice("The library is back."), once: "back")
    shell.drawAgain()
    shell.drawAgain()
    #expect(output.text.ranges(of: "The library is back.\n").count == 1)
    #expect(output.text.hasSuffix("Planets> "))
  }

  @Test("A waiting terminal is drawn again for a message alone")
  func watched() async {
    let session = shell.app.session
    let watch = ScreenWatch()
    await withCheckedContinuation { drawn in
      watch.begin(session.snapshots, shown: { [] }) { drawn.resume() }
      session.context.notices.post(Notice("The library is back."), once: "back")
    }
    watch.end()
    #expect(session.consumeNotices().count == 1)
  }
}

/// The conversation itself, up to the end of its lines.
@Suite("A conversation whose app changes by itself", .timeLimit(.minutes(60)))
@MainActor struct ChangingScreenTests {
  private let lines = LineQueue()
  private let output = ToldSink()
  private let shell: ShellSession

  init() {
    shell = .toy(Console(lines: lines, output: output, errors: MemorySink()))
    shell.waitingLine = WaitingLine(columns: { 80 }, print: shell.printer.print)
  }

  @Test("A change during a question is drawn when the prompt is back")
  func duringQuestion() async {
    async let status = Conversation(shell: shell, greeting: "").run(link: nil)

    lines.add([.text("find")])
    await output.next { $0.hasSuffix("Text: ") }
    _ = await shell.app.session.perform("find", .value(.text("Venus")))
    lines.add([.interrupted])
    await output.next { text in
      let screens = text.components(separatedBy: "Planets> ")
      return screens.count > 2 && screens.last == "" && screens[screens.count - 2].contains("Venus")
        && !screens[screens.count - 2].contains("Mercury")
    }
    lines.finish()
    #expect(await status == 0)
  }

  @Test("A change that was drawn for another reason is not drawn again")
  func drawnBefore() async {
    async let status = Conversation(shell: shell, greeting: "").run(link: nil)
    await output.next { $0.hasSuffix("Planets> ") }
    _ = await shell.app.session.perform("find", .value(.text("Venus")))
    // As after a resize.
    shell.drawAgain()
    let text = output.text
    // A watch that begins later than the one of the conversation.
    let (drawn, continuation) = AsyncStream.makeStream(of: Void.self)
    let watch = ScreenWatch()
    watch.begin(shell.app.session.snapshots, shown: { [] }) { continuation.yield() }
    for await _ in drawn { break }
    watch.end()
    #expect(output.text == text)
    lines.finish()
    #expect(await status == 0)
  }
}

extension ScreenContent {
  /// The titles of the rows.
  fileprivate var rows: [String] {
    sections.flatMap { section -> [String] in
      if case .rows(let rows) = section.body { rows.map(\.title) } else { [] }
    }
  }
}
