import Terminal
import Services
import Core
import Foundation
import TestKit
import Testing

@testable import Shell

/// Checks the handling of signals, without sending any.
@Suite("Signals")
@MainActor struct SignalTests {
  private let services = ToyServices()
  private let shell: ShellSession
  private let output = MemorySink()
  private let errors = MemorySink()

  init() {
    shell = .toy(
      Console(lines: LineQueue(), output: output, errors: errors), services: services)
  }

  @Test("Ctrl-C cancels the running command and keeps the session")
  func cancel() async {
    _ = await shell.launch(link: nil)
    _ = await shell.run("tab account")
    let waiting = Task.immediate { await shell.run("wait") }
    #expect(shell.isBusy)
    #expect(shell.cancel())
    let report = await waiting.value
    #expect(report.failure == nil)
    #expect(report.notes == ["Cancelled."])
    #expect(report.showsScreen)
    #expect(!shell.isBusy)
    #expect(await shell.run("tab planets").failure == nil)
    shell.app.session.stop()
  }

  @Test("Ctrl-C while a command does what can't be cancelled any more says that it is too late")
  func tooLate() async {
    services.password = "right"
    services.onUnlock = { [weak shell] in _ = shell?.cancel() }
    _ = await shell.launch(link: nil)
    _ = await shell.run("tab account")
    let wrong = await shell.run("unlock wrong")
    #expect(wrong.failure == "That is not it." && wrong.notes == ["Cancelled."])
    let right = await shell.run("unlock right")
    #expect(right.failure == nil)
    #expect(right.notes == ["Too late to cancel: it was already done."])
    services.onUnlock = nil
    let waiting = Task.immediate { await shell.run("wait") }
    #expect(shell.cancel())
    #expect(await waiting.value.notes == ["Cancelled."])
    shell.app.session.stop()
  }

  @Test("Ctrl-C also discards the lines that were typed while the command ran, and no others")
  func typedAhead() async {
    _ = await shell.launch(link: nil)
    _ = await shell.run("tab account")
    let waiting = Task.immediate { await shell.run("wait") }
    shell.console.lines.add([.text("remove"), .text("yes")])
    #expect(shell.cancel())
    _ = await waiting.value
    #expect(shell.console.lines.count == 0)
    shell.console.lines.add([.text("tab planets")])
    _ = await shell.run("where")
    #expect(await shell.console.lines.next() == .text("tab planets"))
    shell.app.session.stop()
  }

  @Test("The second Ctrl-C says that a command is still running, and the third quits")
  func stubborn() async {
    _ = await shell.launch(link: nil)
    _ = await shell.run("tab account")
    let waiting = Task.immediate { await shell.run("wait") }
    #expect(shell.cancel())
    #expect(shell.cancel())
    #expect(errors.text == "Still running. Press Ctrl-C again to quit.\n")
    #expect(!shell.cancel())
    _ = await waiting.value
    shell.app.session.stop()
  }

  @Test("The message of the second Ctrl-C takes the place of the progress line")
  func stubbornWaitingLine() async {
    _ = await shell.launch(link: nil)
    _ = await shell.run("tab account")
    // Output and errors are one terminal.
    shell.waitingLine = WaitingLine(columns: { 40 }, print: { [errors] in try? errors.write($0) })
    let waiting = Task.immediate { await shell.run("wait") }
    shell.waitingLine?.draw(.everything)
    #expect(shell.cancel() && shell.cancel())
    shell.waitingLine?.draw(.everything)
    let line = "\rWorking… (Ctrl-C cancels)\u{1B}[K"
    #expect(
      errors.text == "\(line)\r\u{1B}[KStill running. Press Ctrl-C again to quit.\n\(line)")
    // On a busy machine the app's own progress is drawn before the end.
    _ = await waiting.value
    #expect(errors.text.hasSuffix("\r\u{1B}[K"))
    shell.app.session.stop()
  }

  @Test("No screen is printed and nothing is asked before the signals of the process are handled")
  func handled() async {
    shell.console.lines.finish()
    var seen: [String] = []
    shell.waitForSignals = { [output] in seen.append(output.text) }
    _ = await Conversation(shell: shell, greeting: "Hello").run(link: nil)
    #expect(seen == ["Hello\n\n"])
    #expect(output.text.contains("Planets> "))
  }

  @Test("Ctrl-C at a prompt gives a new prompt")
  func prompt() async {
    _ = await shell.launch(link: nil)
    let line = Task.immediate { await shell.console.lines.next() }
    #expect(shell.cancel())
    #expect(await line.value == .interrupted)
    shell.app.session.stop()
  }

  @Test(
    "A signal at a field's prompt ends the session, which prints nothing more",
    arguments: [["2", "edit", ""], ["2", "edit", "set stars"], ["find"]])
  func fieldPrompt(lines: [String]) async {
    shell.console.lines.add(lines.map(InputLine.text))
    let conversation = Conversation(shell: shell, greeting: "")
    let run = Task.immediate { await conversation.run(link: nil) }
    while shell.question?.hasHistory != false { await Task.yield() }
    let before = output.text
    shell.interrupt(ExitStatus.terminated)
    #expect(await run.value == 143)
    #expect(output.text == before + "\n" && errors.text.isEmpty)
  }

  @Test("A signal at a prompt after Ctrl-C ends the session, which prints nothing more")
  func promptAfterCancelling() async {
    shell.console.lines.add([.interrupted])
    let conversation = Conversation(shell: shell, greeting: "")
    let run = Task.immediate { await conversation.run(link: nil) }
    while output.text.ranges(of: "Planets> ").count < 2 { await Task.yield() }
    let before = output.text
    shell.interrupt(ExitStatus.terminated)
    #expect(await run.value == 143 && output.text == before + "\n")
  }

  @Test("An interrupted script ends with status 130 and prints nothing more")
  func script() async {
    let script = Script(shell: shell, keepsGoing: true)
    let run = Task.immediate { await script.run(link: nil) }
    shell.interrupt(ExitStatus.interrupted)
    #expect(await run.value == 130)
    #expect(output.text == "")
  }

  @Test("An interrupted quiet script prints no screen as if it was the result")
  func quietScript() async {
    shell.console.lines.add([.text("tab account"), .text("wait")])
    let script = Script(shell: shell, keepsGoing: false, isQuiet: true)
    let run = Task.immediate { await script.run(link: nil) }
    // The launch is the first command.
    while shell.number < 3 { await Task.yield() }
    shell.interrupt(ExitStatus.interrupted)
    #expect(await run.value == 130)
    #expect(output.text == "")
  }

  @Test("A signal that ends the program also cancels the running command")
  func interruptedCommand() async {
    _ = await shell.launch(link: nil)
    _ = await shell.run("tab account")
    let waiting = Task.immediate { await shell.run("wait") }
    shell.interrupt(ExitStatus.terminated)
    #expect(await waiting.value == CommandReport(ends: true))
    #expect(!shell.canContinue)
    #expect(shell.interruption == 143)
  }

  @Test("A signal while a field takes a text from the user's editor keeps its file, and says where")
  func editedText() async throws {
    let folder = try TemporaryFolder()
    let script = folder.file("editor")
    try Data("echo typed > \"$1\"".utf8).write(to: URL(filePath: script))
    shell.externalEditor = ExternalEditor(
      program: "Toy",
      environment: [
        "PATH": "/usr/bin:/bin", "TMPDIR": folder.path, "VISUAL": "/bin/sh \(script)",
      ])
    services.onNote = { [weak shell] in shell?.interrupt(ExitStatus.terminated) }
    let conversation = Conversation(shell: shell, greeting: "")
    conversation.tell(await shell.launch(link: nil))
    for line in ["2", "edit"] { conversation.tell(await conversation.answer(line)) }
    let report = await conversation.answer("edit note")
    #expect(shell.interruption == 143)
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    let file = try #require(names.first { $0.hasSuffix("/note.txt") }, "\(names)")
    #expect(report == CommandReport(notes: ["Your text is in \(folder.file(file))"], ends: true))
    #expect(try String(contentsOfFile: folder.file(file), encoding: .utf8) == "typed\n")
  }

  @Test("The third signal without an answer means that the app is stuck, the first is the status")
  func count() {
    let count = SignalCount()
    #expect(count.status == nil)
    #expect([SIGTERM, SIGINT].map(count.add) == [false, false])
    count.clear()
    #expect([SIGINT, SIGINT, SIGINT].map(count.add) == [false, false, true])
    #expect(count.status == 143)
  }

  @Test("The progress line is erased")
  func waitingLine() {
    let line = WaitingLine(columns: { 40 }, print: { [output] in try? output.write($0) })
    var progress = LoadingProgress(label: "Import", fraction: 0.25)
    let loading = Snapshot.screen(ScreenContent(title: "T", status: .loading(progress)))
    line.draw(loading)
    line.draw(loading)
    line.end()
    #expect(output.text == "\r… Import 25% (Ctrl-C cancels)\u{1B}[K\r\u{1B}[K")
    progress.detail = "20 a second, 15 s left"
    let detailed = Snapshot.screen(ScreenContent(title: "T", status: .loading(progress)))
    #expect(
      WaitingLine.text(for: detailed, columns: 80)
        == "… Import 25%, 20 a second, 15 s left (Ctrl-C cancels)")
  }

  @Test(
    "A progress line that is too long keeps its numbers",
    arguments: [
      (99, "… Reading records 25%, 12 done, 2 a second, 15 s left (Ctrl-C cancels)"),
      (69, "… Reading records 25%, 12 done, 15 s left (Ctrl-C cancels)"),
      (57, "… Reading records 25%, 12 done, 15 s left"),
      (40, "… Reading recor… 25%, 12 done, 15 s left"), (31, "… Read… 25%, 12 done, 15 s left"),
      (30, "… 25%, 12 done, 15 s left"), (19, "… 25%, 12 done, 15…"),
    ])
  func narrowWaitingLine(columns: Int, line: String) {
    var progress = LoadingProgress(label: "Reading records", fraction: 0.25)
    progress.detail = "12 done, 2 a second, 15 s left"
    let loading = Snapshot.screen(ScreenContent(title: "T", status: .loading(progress)))
    #expect(WaitingLine.text(for: loading, columns: columns) == line)
    #expect(line.displayWidth <= columns)
  }
}
