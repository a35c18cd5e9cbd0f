import Accounts
import Core
import Services
import Synchronization
import Terminal
import TestKit
import Testing

@testable import Shell

@Suite("The history of a conversation")
@MainActor struct RememberedLinesTests {
  /// A line editor that gives answers, then ends the input, and keeps the lines that it has to remember.
  private final class KeepingEditor: LineEditor {
    private struct State {
      var answers: [String]
      var lines: [String] = []
      var accounts: [String?] = []
    }

    private let state: Mutex<State>

    init(_ answers: [String]) { state = Mutex(State(answers: answers)) }

    var lines: [String] { state.withLock { $0.lines } }
    /// The accounts of the questions that have a history.
    var accounts: [String?] { state.withLock { $0.accounts } }

    func read(_ question: LineQuestion) async -> InputLine {
      state.withLock { state in
        if question.hasHistory { state.accounts.append(question.account) }
        return state.answers.isEmpty ? InputLine.end : .text(state.answers.removeFirst())
      }
    }

    func remember(_ line: String) { state.withLock { $0.lines.append(line) } }
    func forget(_ isForgotten: @escaping @Sendable (String) -> Bool) {
      state.withLock { $0.lines.removeAll(where: isForgotten) }
    }
  }

  private func makeConversation(
    _ editor: KeepingEditor, isSignedIn: Bool = false
  ) -> Conversation {
    var console = Console(lines: LineQueue(), output: MemorySink(), errors: MemorySink())
    console.editor = editor
    let shell = ShellSession.toy(console) {
      AppSession(context: .test(), features: [.toy(ToyServices())])
    }
    if isSignedIn { shell.app.session.context.currentOwner.restore("ada", expires: nil) }
    return Conversation(shell: shell, greeting: "")
  }

  private func talk(_ answers: [String], isSignedIn: Bool = false) async -> KeepingEditor {
    let editor = KeepingEditor(answers)
    #expect(await makeConversation(editor, isSignedIn: isSignedIn).run(link: nil) == 0)
    return editor
  }

  @Test("A secret that is typed at its prompt is in no line before or after that")
  func secret() async {
    let editor = await talk([
      "find hunter2-secret", "tab account", "set password", "hunter2-secret", "tab planets",
      "find hunter2-secret", "hunter2-secret",
    ])
    #expect(editor.lines == ["tab account", "set password", "tab planets"])
  }

  @Test("A refused secret is in no line, either")
  func refusedSecret() async {
    // Longer than a field takes.
    let secret = String(repeating: "hunter2-", count: 80)
    let editor = await talk([secret, "tab account", "set password \(secret)", "tab planets"])
    #expect(editor.lines == ["tab account", "tab planets"])
  }

  @Test("A password that is typed where its form is not open is not remembered")
  func noForm() async {
    let editor = await talk(["set password hunter2-secret", ":set password other", "fnd us"])
    #expect(editor.lines == ["fnd us"])
  }

  @Test("A line that is refused after a password's form has replaced its screen is not remembered")
  func replacingForm() async {
    let editor = KeepingEditor([])
    let conversation = makeConversation(editor)
    conversation.tell(await conversation.shell.launch(link: nil))
    _ = await conversation.answer("fnd us")
    _ = await conversation.shell.app.session.select(tab: "account")
    #expect(await conversation.answer("sett password hunter2").failure != nil)
    #expect(editor.lines == ["fnd us"])
  }

  @Test("The lines of a signed-in user belong to the account", arguments: [false, true])
  func account(isSignedIn: Bool) async {
    #expect(await talk([], isSignedIn: isSignedIn).accounts == [isSignedIn ? "ada" : nil])
  }
}
