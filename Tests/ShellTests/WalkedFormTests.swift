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
    let (queue, output) = (LineQueue(), MemorySink())
    queue.add(lines.map(InputLine.text))
    queue.finish()
    let app = RunningApp(makeSession: makeSession)
    let shell = ShellSession(
      console: Console(lines: queue, output: output, errors: MemorySink()), app: app,
      runner: CommandRunner(app: app, destinations: { _, _ in [] }, waitsForAll: false),
      recorder: nil, makeFormat: { .text(TextRenderer(width: 80)) })
    #expect(await Conversation(shell: shell, greeting: "").run(link: nil) == 0)
    return output.text
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
}

/// A form that keeps its notice while it is filled in.
@Observable private final class NameScreen: Screen {
  private var name: FieldValue?
  private var notice: Notice?

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
      name = value
    } else {
      notice = Notice("That name is taken.", tone: .problem)
    }
  }
}
