import Core
import Observation
import Services
import Terminal
import TestKit
import Testing

@testable import Shell

@Suite("A form that is filled in field by field")
@MainActor struct WalkedFormTests {
  /// Types lines at the terminal of an app, then ends the input; returns the output.
  private func talk(
    _ lines: [String], _ makeSession: @escaping @MainActor () -> AppSession
  ) async -> String {
    let output = MemorySink()
    let shell = makeShell(output, makeSession)
    shell.console.lines.add(lines.map(InputLine.text))
    shell.console.lines.finish()
    #expect(await Conversation(shell: shell, greeting: "").run(link: nil) == 0)
    return output.text
  }

  private func makeShell(
    _ output: MemorySink, _ makeSession: @escaping @MainActor () -> AppSession
  ) -> ShellSession {
    .toy(
      Console(lines: LineQueue(), output: output, errors: MemorySink()), makeSession: makeSession)
  }

  @Test("News that arrives while a form is filled in field by field is shown")
  func news() async {
    let services = ToyServices()
    services.onNote = { [notices = services.context.notices] in
      notices.post(Notice("The library is back."), once: "back")
    }
    let text = await talk(["2", "edit", "", "Warm", "4"]) {
      AppSession(context: services.context, features: [.toy(services)], places: services.places)
    }
    #expect(text.contains("starts a new line): The library is back.\n  Stars"), "\(text)")
  }

  @Test("After a walk through the fields the notice of the command before is not shown again")
  func earlierNotice() async {
    let text = await talk(["save", "", "Ada"]) {
      AppSession.solo { tab in tab.push(NameScreen()) }
    }
    #expect(text.ranges(of: "That name is taken.").count == 1, "\(text)")
    #expect(text.contains("Ada\n"))
  }

  @Test("Ctrl-C while a field of the form is filled asks for the same field again")
  func cancelledFill() async {
    let (output, gate) = (MemorySink(), Gate())
    let shell = makeShell(output) { AppSession.solo { tab in tab.push(NameScreen(gate: gate)) } }
    shell.console.lines.add([.text(""), .text("Ada")])
    let conversation = Conversation(shell: shell, greeting: "")
    let run = Task.immediate { await conversation.run(link: nil) }
    await gate.arrived()
    #expect(shell.cancel())
    while shell.isBusy { await Task.yield() }
    gate.open()
    shell.console.lines.add([.text("Bo")])
    shell.console.lines.finish()
    #expect(await run.value == 0)
    #expect(output.text.contains("Cancelled.\n  Name"), "\(output.text)")
    #expect(output.text.contains("Bo\n") && !output.text.contains("Ada"), "\(output.text)")
  }
}

/// A form that keeps its notice while it is filled in.
@Observable private final class NameScreen: Screen {
  private var name: FieldValue?
  private var notice: Notice?
  /// Holds each value until it is open, or nil.
  private let gate: Gate?

  init(gate: Gate? = nil) { self.gate = gate }

  var content: ScreenContent {
    ScreenContent(
      title: "Name", notice: notice,
      sections: [
        ContentSection("form", .fields([Field("name", label: "Name", kind: .text, value: name)]))
      ],
      actions: [Action("save", title: "Save", role: .primary)])
  }

  func perform(_ action: Action.ID, _ input: ActionInput) async {
    if case .field(_, let value) = input {
      if let gate, await !gate.wait() { return }
      name = value
    } else {
      notice = Notice("That name is taken.", tone: .problem)
    }
  }
}
