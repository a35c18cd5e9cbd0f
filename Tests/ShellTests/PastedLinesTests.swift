import Core
import Foundation
import Services
import Terminal
import TestKit
import Testing

@testable import Shell

@Suite("Pasted lines that are run")
@MainActor struct PastedLinesTests {
  private let shell: ShellSession
  private let output = MemorySink()

  init() {
    shell = .toy(Console(lines: LineQueue(), output: output, errors: MemorySink()))
  }

  /// Agrees to a paste, and gives answers, then ends the input.
  private func paste(_ lines: String, _ answers: InputLine...) async {
    shell.console.lines.add([.pasted(lines), .text("y")] + answers)
    shell.console.lines.finish()
    #expect(await Conversation(shell: shell, greeting: "").run(link: nil) == 0)
  }

  @Test("Ctrl-C at the prompt of a pasted action runs none of the lines after it")
  func cancelledAction() async {
    await paste("find\n2", .interrupted)
    let told = "Text: \nCancelled.\nStopped: the last line was not run.\nPlanets> \n"
    #expect(output.text.hasSuffix(told), "\(output.text)")
  }

  @Test(
    "Ctrl-C at the prompt of a pasted field runs none of the lines after it, Enter runs them",
    arguments: [(.interrupted, "Account> \n"), (.text(""), "Planets> \n")] as [(InputLine, String)])
  func cancelledField(answer: InputLine, ending: String) async {
    await paste("tab account\nset password\ntab planets", answer)
    #expect(output.text.hasSuffix(ending), "\(output.text)")
  }

  @Test("Ctrl-C before vi starts for a pasted line runs none of the lines after it")
  func cancelledEditor() async throws {
    let folder = try TemporaryFolder()
    shell.externalEditor = ExternalEditor(
      program: "Toy", environment: ["EDITOR": "vi", "TMPDIR": folder.path])
    await paste("2\nedit\nedit note\nset stars 3", .interrupted)
    let told =
      "Press Enter to start it. \nMy note is unchanged.\nStopped: the last line was not run.\n"
    #expect(output.text.hasSuffix(told + "Planets › Venus › Note> \n"), "\(output.text)")
    // The draft is deleted.
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }

  @Test("Ctrl-C during a pasted command runs none of the lines after it")
  func cancelledCommand() async {
    shell.console.lines.add([.pasted("tab account\nwait\ntab planets"), .text("y")])
    let conversation = Conversation(shell: shell, greeting: "")
    let run = Task.immediate { await conversation.run(link: nil) }
    // The launch is the first command.
    while shell.number < 3 { await Task.yield() }
    #expect(shell.cancel())
    while shell.isBusy { await Task.yield() }
    shell.console.lines.finish()
    #expect(await run.value == 0)
    let told = "Cancelled.\nStopped: the last line was not run.\nAccount> \n"
    #expect(output.text.hasSuffix(told), "\(output.text)")
  }

  @Test("A paste that quits runs none of its later lines")
  func quit() async {
    await paste("quit\n2")
    #expect(output.text.hasSuffix("Run these 2 lines? (y/N) "), "\(output.text)")
  }
}
