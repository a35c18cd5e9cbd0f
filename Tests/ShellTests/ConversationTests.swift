import Core
import Services
import Foundation
import Synchronization
import Testing

@testable import Shell

/// Runs the app like a user at a terminal.
@Suite("Conversation")
@MainActor struct ConversationTests {
  private final class Echo: Sendable {
    let changes = Mutex<[Bool]>([])
  }

  private let output = MemorySink()
  private let errors = MemorySink()
  private let echo = Echo()

  private func talk(
    _ lines: [InputLine], _ arguments: [String] = [], columns: Int? = nil
  ) async -> Int32 {
    let queue = LineQueue()
    queue.add(lines)
    queue.finish()
    var console = Console(lines: queue, output: output, errors: errors)
    console.isInputTerminal = true
    console.isOutputTerminal = true
    console.columns = { columns }
    console.setEcho = { [echo] isOn in echo.changes.withLock { $0.append(isOn) } }
    return await ShellProgram(configuration: .toy(), console: console)
      .run(arguments: arguments + ["--color", "never"], environment: ["TERM": "dumb"])
  }

  @Test("It greets and shows the screen, the prompt names it, and Ctrl-D quits")
  func prompts() async {
    #expect(await talk([.text("2"), .text(":back"), .text("tab acc")]) == 0)
    #expect(output.text.hasPrefix("Toy 1.2.3 · help, Ctrl-D\n\n[Planets]   Account\n\nPlanets\n"))
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

  @Test("A secret is typed without echo, and the echo is restored afterwards")
  func secret() async {
    let lines: [InputLine] = [
      .text("tab account"), .text("set password"), .text("hunter2"), .text("unlock"),
      .text("hunter2"), .text("unlock"), .interrupted,
    ]
    #expect(await talk(lines) == 0)
    #expect(echo.changes.withLock { $0 } == [false, true, false, true, false, true])
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

  @Test("A long prompt is shortened at its beginning")
  func prompt() {
    let trail = ["Discover", "A long subject", "Solaris"]
    #expect(Prompt(trail: trail, columns: 40).text == "Discover › A long subject › Solaris> ")
    #expect(Prompt(trail: trail, columns: 30).text == "… › A long subject › Solaris> ")
    #expect(Prompt(trail: trail, columns: 12).text == "… › Solaris> ")
    #expect(Prompt(trail: [], columns: 40).text == "> ")
    #expect(Prompt(trail: ["\u{1B}[2J"], columns: 40).text == "\u{FFFD}[2J> ")
  }

  @Test("A wide terminal gives the wide layout and the screen's width")
  func width() async {
    #expect(await talk([.text("2")], columns: 50) == 0)
    let back = output.text.split(separator: "\n").first { $0.hasSuffix("‹ back") }
    #expect(back.map { String($0).displayWidth } == 50)
  }
}
