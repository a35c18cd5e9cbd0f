import Terminal
import Core
import Services
import Foundation
import Synchronization
import TestKit
import Testing

@testable import Shell

/// Runs the app like a user at a terminal.
@Suite("Conversation")
@MainActor struct ConversationTests {
  private final class Echo: Sendable {
    let changes = Mutex<[Bool]>([])
    /// What was printed before the echo was turned off, each time.
    let outputs = Mutex<[String]>([])
  }

  private let output = MemorySink()
  private let errors = MemorySink()
  private let echo = Echo()

  private func talk(
    _ lines: [InputLine], _ arguments: [String] = [], columns: Int? = nil, rows: Int? = nil,
    environment: [String: String] = ["TERM": "dumb"]
  ) async -> Int32 {
    var console = Console(lines: .typed(lines), output: output, errors: errors)
    console.isInputTerminal = true
    console.isOutputTerminal = true
    console.columns = { columns }
    console.rows = { rows }
    console.setEcho = { [echo, output] isOn in
      echo.changes.withLock { $0.append(isOn) }
      if !isOn { echo.outputs.withLock { $0.append(output.text) } }
    }
    return await ShellProgram(configuration: .toy(), console: console)
      .run(arguments: arguments + ["--color", "never"], environment: environment)
  }

  @Test("A conversation greets and shows the screen, the prompt names it, and Ctrl-D quits")
  func prompts() async {
    #expect(await talk([.text("2"), .text(":back"), .text("tab acc")]) == 0)
    let greeting = "Toy 1.2.3 · Type help for the commands. Ctrl-D quits.\n\n"
    #expect(output.text.hasPrefix("\(greeting)[Planets]   Account\n\nPlanets\n"))
    #expect(output.text.contains("\n\nPlanets> "))
    #expect(output.text.contains("\n\nPlanets › Venus> "))
    #expect(output.text.hasSuffix("\n\nEnter walks through the fields.\nAccount> \n"))
    #expect(errors.text == "")
  }

  @Test("A failing line prints the reason, and the conversation continues")
  func failures() async {
    #expect(await talk([.text("nonsense"), .notText, .tooLong, .text("explode")]) == 0)
    #expect(output.text.contains("Planets> Unknown command “nonsense”."))
    #expect(output.text.contains("The line is not UTF-8 text and was ignored.\nPlanets> "))
    #expect(output.text.contains("bytes and was ignored.\nPlanets> "))
    // The screen shows it, so it is not repeated.
    #expect(output.text.components(separatedBy: "It did not explode.").count == 2)
  }

  @Test("Ctrl-C at a question goes back to the prompt")
  func interruptedQuestion() async {
    #expect(await talk([.text("find"), .interrupted, .interrupted, .text("2")]) == 0)
    #expect(output.text.contains("Text: \nCancelled.\nPlanets> \nPlanets> [Planets]"))
    #expect(output.text.hasSuffix("Planets › Venus> \n"))
  }

  @Test(
    "The result of the question about pasted lines has a line of its own, also after Ctrl-C or Ctrl-D",
    arguments: [(.interrupted, "\n"), (.end, "\n"), (.text(""), "")] as [(InputLine, String)])
  func declinedPaste(answer: InputLine, ending: String) async {
    #expect(await talk([.pasted("help\nquit"), answer, .text("2")]) == 0)
    // Return, which ends a typed line, is shown by the terminal.
    let question = "Run these 2 lines? (y/N) "
    #expect(output.text.contains("\(question)\(ending)Nothing was run.\nPlanets> "))
    #expect(output.text.hasSuffix("Planets › Venus> \n"))
  }

  @Test("A paste that stops says how many of its lines were not run")
  func stoppedPaste() async {
    #expect(await talk([.pasted("2\nback\nfoo"), .text("y")]) == 0)
    #expect(!output.text.contains("Stopped"))
    for (paste, told) in [
      ("2\nexplode\nback", "Stopped: the last line was not run."),
      ("foo\n2\n3\nback", "Stopped: the last 3 lines were not run."),
    ] {
      #expect(await talk([.pasted(paste), .text("y")]) == 0)
      #expect(output.text.contains(told), "\(output.text)")
    }
  }

  @Test("The question about a paste shows its first lines, and is not asked about comments")
  func shownPaste() async {
    #expect(await talk([.pasted("# one\n\n  # two"), .text("y")]) == 0)
    #expect(output.text.contains("Planets> \nNothing was run.\nPlanets> "))
    let lines = ["help\u{202E}"] + (1...5).map { "help \($0)" }
    #expect(await talk([.pasted(lines.joined(separator: "\n")), .text("n")]) == 0)
    let shown = "\n  help\n  help 1\n  help 2\n  help 3\n  help 4\n  …\n"
    #expect(output.text.contains("\(shown)Run these 6 lines? (y/N) "), "\(output.text)")
  }

  @Test("At a terminal a command during a question is told to wait, and words are told as typed")
  func waitingWords() async {
    let lines: [InputLine] = [
      "2", "edit", "set note x", "look Mars", "open toy://planets?name=Earth", "look Venus", "home",
      "keep",
    ].map { .text($0) }
    #expect(await talk(lines) == 0)
    #expect(output.text.components(separatedBy: "Answer this first: Discard it?").count == 4)
    #expect(output.text.contains("The link “toy://planets?name=Earth” can't be opened: a later"))
    #expect(output.text.contains("“look Mars” was not done: a later command took its place."))
    #expect(output.text.contains("“look Venus” was not done: it was cancelled."))
  }

  @Test("If a screen asks before Ctrl-D quits, what the second Ctrl-D does is said before")
  func secondEnd() async {
    let warning = "Ctrl-D again quits without saving.\n"
    #expect(await talk([.text("2"), .text("edit"), .text("set note x")]) == 0)
    let parts = output.text.components(separatedBy: warning)
    #expect(parts.count == 2 && parts[0].contains("Discard it?"), "\(output.text)")
    #expect(await talk([.text("2")]) == 0)
    #expect(output.text.components(separatedBy: warning).count == 2)
  }

  @Test("A secret is typed without echo, which is off before its prompt is visible")
  func secret() async {
    let lines: [InputLine] = [
      .text("tab account"), .text("set password"), .text("hunter2"), .text("unlock"),
      .text("hunter2"), .text("unlock"), .interrupted,
    ]
    #expect(await talk(lines) == 0)
    #expect(echo.changes.withLock { $0 } == [false, true, false, true, false, true])
    let outputs = echo.outputs.withLock { $0 }
    #expect(!outputs.contains { $0.hasSuffix("Password: ") || $0.hasSuffix("Secret: ") })
    #expect(output.text.contains("Unlocked."))
    #expect(!output.text.contains("hunter2"))
  }

  @Test("End of input in a form keeps the filled fields; a second one quits")
  func endInForm() async {
    let lines: [InputLine] = [.text("2"), .text("edit"), .text(""), .text("Warm"), .end]
    #expect(await talk(lines) == 0)
    #expect(output.text.contains("Stopped. What you filled in so far is kept.\n"))
    #expect(output.text.contains("Discard it?"))
    #expect(errors.text == "")
  }

  @Test("After an answer to the question of Ctrl-D, the next Ctrl-D asks again")
  func endTwice() async {
    let lines: [InputLine] = [
      .text("2"), .text("edit"), .text("set note x"), .end, .text("keep"), .end,
    ]
    // The end of the lines is the Ctrl-D that quits.
    #expect(await talk(lines) == 0)
    #expect(output.text.components(separatedBy: "The note is lost.").count == 3)
  }

  @Test("The screen is as wide as the terminal")
  func width() async {
    #expect(await talk([.text("2")], columns: 50) == 0)
    let back = output.text.split(separator: "\n").first { $0.hasSuffix("‹ back") }
    #expect(back.map { String($0).displayWidth } == 50)
  }

  @Test("Screens fit the terminal, down shows the next part, and page the whole screen")
  func fitted() async {
    let lines: [InputLine] = [.text("down"), .text("down"), .text("page")]
    #expect(await talk(lines, columns: 60, rows: 11) == 0)
    let parts = output.text.components(separatedBy: "\nPlanets> ")
    #expect(parts.count == 5)
    #expect(parts[0].contains("  1   Mercury\n") && parts[0].contains("  1-2 of 5 · down, page"))
    #expect(parts[1].contains("  3   地球\n") && !parts[1].contains("Mercury"))
    #expect(parts.last?.hasSuffix("\n") == true && parts[3].contains("Jupiter"))
    #expect(parts[3].contains("Mercury"))
    // The screens of the windows, an empty line and the prompt.
    #expect(parts[1].split(separator: "\n", omittingEmptySubsequences: false).count <= 11)
  }

  @Test("An empty line shows the next part, as far as there is one; a comment does nothing")
  func emptyLines() async {
    let lines = ["# a comment", " ", "", ""].map { InputLine.text($0) }
    #expect(await talk(lines, columns: 60, rows: 11) == 0)
    let parts = output.text.components(separatedBy: "\nPlanets> ")
    #expect(parts[0].contains("1-2 of 5"))
    #expect(parts[1].hasPrefix("Planets> ") && parts[1].contains("3-5 of 5"))
    #expect(output.text.components(separatedBy: " of 5 · ").count == 3)
    #expect(!output.text.contains("Nothing more below."))
    #expect(output.text.hasSuffix("Planets> Planets> \n"))
  }

  @Test("An empty line still walks through a form that is taller than the terminal")
  func emptyLineOfForm() async {
    let lines: [InputLine] = [.text("1"), .text("edit"), .text(""), .interrupted]
    #expect(await talk(lines, columns: 60, rows: 8) == 0)
    #expect(output.text.contains("My note: "))
  }

  @Test("Nothing more below is a message, and the screen is not printed again")
  func end() async {
    #expect(await talk([.text("down"), .text("up left")], columns: 60, rows: 40) == 0)
    #expect(output.text.contains("Planets> Nothing more below.\nPlanets> Nothing more above.\n"))
  }

  @Test("A recording contains whole screens")
  func recorded() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("out.txt")
    #expect(await talk([.text("down")], ["--record", path], columns: 60, rows: 10) == 0)
    #expect(try String(contentsOfFile: path, encoding: .utf8).contains("Jupiter"))
    #expect(output.text.contains("Jupiter"))
  }

  @Test("Help that is taller than the terminal is shown in the pager, else it is printed")
  func pager() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("out.txt")
    let environment = ["PATH": "/usr/bin:/bin", "PAGER": "cat > \(path)"]
    let lines: [InputLine] = [.text("help"), .text("help back")]
    #expect(await talk(lines, rows: 20, environment: environment) == 0)
    #expect(try String(contentsOfFile: path, encoding: .utf8).contains("Everywhere:"))
    #expect(!output.text.contains("Everywhere:"))
    #expect(output.text.contains("Goes back one screen"))

    let missing = ["PATH": "/usr/bin:/bin", "PAGER": "no-such-pager 2>/dev/null"]
    #expect(await talk(lines, rows: 20, environment: missing) == 0)
    #expect(output.text.contains("Everywhere:"))
  }

  @Test("A whole screen that is taller than the terminal is shown in the pager")
  func pagedScreen() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("out.txt")
    let environment = ["PATH": "/usr/bin:/bin", "PAGER": "cat > \(path)"]
    #expect(await talk([.text("page")], columns: 60, rows: 11, environment: environment) == 0)
    let paged = try String(contentsOfFile: path, encoding: .utf8)
    #expect(paged.contains("Mercury") && paged.contains("Jupiter"))
    #expect(!output.text.contains("Jupiter"))
  }

  @Test("The row that was chosen is visible after going back")
  func chosen() async {
    #expect(await talk([.text("5"), .text(":back")], columns: 60, rows: 11) == 0)
    let parts = output.text.components(separatedBy: "> ")
    #expect(parts.dropLast().last?.contains("  5   Jupiter") == true)
  }
}
