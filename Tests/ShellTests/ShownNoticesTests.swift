import Observation
import Services
import TestKit
import Testing

@testable import Core
@testable import Shell

@Suite("Notices are about the last command")
struct ShownNoticesTests: NoticeChanges {
  private let saved = Notice("Saved.")

  /// Returns the notice that is visible after each command.
  ///
  /// - Parameter awaiting: the places of the steps after which an action of the first screen awaits a flow.
  private func shown(
    _ steps: [(Command, Snapshot)], from first: Snapshot, awaiting: Set<Int> = []
  ) -> [Notice?] {
    var (notices, before) = (ShownNotices(), first)
    return steps.enumerated().map { index, step in
      let (command, after) = step
      if !command.onlyShows {
        let awaits = awaiting.contains(index)
        notices.update(after: change(by: command, before, after, awaits: awaits))
      }
      before = after
      return notices.current(in: after).panes[0].content.notice
    }
  }

  @Test("A notice is shown after its command, and not after the next ones")
  func once() {
    let other = screen(nil, entry: 2)
    let steps: [(Command, Snapshot)] = [
      (perform("save"), screen(saved)), (.tab("b"), other), (.tab("a"), screen(saved)),
      (.show, screen(saved)), (.fill("f", nil, pane: 0), screen(saved)),
    ]
    #expect(shown(steps, from: screen(nil)) == [saved, nil, nil, nil, nil])
  }

  @Test("A screen that is only shown again keeps its notice")
  func shownAgain() {
    let steps: [(Command, Snapshot)] = [
      (perform("save"), screen(saved)), (.show, screen(saved)), (.leaks, screen(saved)),
      (.scroll(.down, inFirst: false), screen(saved)), (.page, screen(saved)),
      (.home, screen(saved)),
    ]
    #expect(shown(steps, from: screen(nil)) == [saved, saved, saved, saved, saved, nil])
  }

  @Test("A problem is shown again when several rows are chosen again")
  func severalRows() {
    let several = Command.chooseSeveral([.init("a"), .init("b")], pane: 0)
    let steps: [(Command, Snapshot)] = [
      (several, screen(failed)), (several, screen(failed)),
      (.choose(.init("a"), pane: 0), screen(failed)),
    ]
    #expect(shown(steps, from: screen(nil)) == [failed, failed, failed])
  }

  @Test("An action that ends with its flow has news, also an equal notice")
  func endedFlow() {
    let (form, signIn) = (screen(nil, entry: 2), screen(nil, entry: 3))
    let steps: [(Command, Snapshot)] = [
      (perform("notes"), form), (perform("save"), signIn), (perform("move"), screen(saved)),
      (perform("notes"), form), (perform("save"), screen(saved)), (.tab("b"), form),
      (.tab("a"), screen(saved)),
    ]
    #expect(
      shown(steps, from: screen(nil), awaiting: [0, 1, 3])
        == [nil, nil, saved, nil, saved, nil, nil])
  }

  @Test("A form that is saved twice says so twice")
  @MainActor func savedTwice() async {
    let console = Console(lines: LineQueue(), output: MemorySink(), errors: MemorySink())
    let shell = ShellSession.toy(console) { AppSession.solo { $0.push(SavedScreen($0)) } }
    _ = await shell.launch(link: nil)
    for _ in 1...2 {
      _ = await shell.run("edit")
      #expect(await shell.run("done").after?.panes.last?.content.notice == saved)
    }
    shell.app.session.stop()
  }

  @Test("An action that leaves an equal notice has caused it again")
  func again() {
    let steps = ["rate", "rate", "want"].map { (perform($0), screen(saved)) }
    #expect(shown(steps, from: screen(nil)) == [saved, saved, saved])
  }

  @Test("A problem is shown after every action that leaves it on the screen")
  func problem() {
    let steps: [(Command, Snapshot)] = [
      (perform("save"), screen(failed)), (perform("remove"), screen(failed)),
      (.back, screen(failed)),
    ]
    #expect(shown(steps, from: screen(nil)) == [failed, failed, nil])
  }

  @Test("A problem is not shown again when another book is opened beside it, or one is changed")
  func beside() {
    let steps: [(Command, Snapshot)] = [
      (perform("select"), split(failed, book: 2)), (perform("select"), split(failed, book: 2)),
      (.choose("r2", pane: 0), split(failed, book: 3)),
      (.perform("rate", .none, pane: 1), split(failed, book: 3)),
      (perform("select"), split(failed, book: 3)),
    ]
    #expect(shown(steps, from: split(nil, book: 2)) == [failed, failed, nil, nil, failed])
  }

  @Test("A problem is shown again when the flow that its action has awaited is closed")
  func closedFlow() {
    let other = screen(nil, entry: 2)
    let steps: [(Command, Snapshot)] = [
      (perform("save"), other), (.close, screen(failed)), (.show, screen(failed)),
      (perform("save"), other), (.close, screen(failed)), (.home, screen(failed)),
    ]
    #expect(
      shown(steps, from: screen(nil), awaiting: [0, 3])
        == [nil, failed, failed, nil, failed, nil])
  }

  @Test("A problem is not shown again when the question above its screen is cancelled")
  func cancelled() {
    var question = screen(nil, entry: 2)
    question.panes[0].content.actions = [
      Action("keep", title: "Keep", role: .cancel),
      Action("remove", title: "Remove", role: .destructive),
    ]
    func shown(after answer: Action.ID) -> [Notice?] {
      let steps: [(Command, Snapshot)] = [
        (perform("progress"), screen(failed)), (perform("remove"), question),
        (perform(answer), screen(failed)),
      ]
      return self.shown(steps, from: screen(nil), awaiting: [1])
    }
    #expect(shown(after: "keep") == [failed, nil, nil])
    #expect(shown(after: "remove") == [failed, nil, failed])

    var notices = ShownNotices()
    notices.update(after: change(by: perform("progress"), screen(nil), screen(failed)))
    notices.update(
      after: change(by: perform("remove"), screen(failed), question, awaits: true))
    func failure(of answer: Action.ID, _ notice: Notice) -> String? {
      FailureDetector(
        change: change(by: perform(answer), question, screen(notice)), notices: notices
      ).failure(of: answer, .none)
    }
    #expect(failure(of: "keep", failed) == nil)
    #expect(failure(of: "keep", Notice("Gone.", tone: .problem)) == "Gone.")
    #expect(failure(of: "remove", failed) == failed.text)
  }

  @Test("A notice of background work is shown until the next command")
  func background() {
    var notices = ShownNotices()
    #expect(notices.current(in: screen(saved)).panes[0].content.notice == saved)
    notices.update(after: change(by: .home, screen(saved), screen(saved)))
    #expect(notices.current(in: screen(saved)).panes[0].content.notice == nil)
    #expect(notices.current(in: screen(failed)).panes[0].content.notice == failed)
  }

  @Test("A notice of background work is not shown again when its screen was hidden")
  func hidden() {
    let steps: [(Command, Snapshot)] = [
      (perform("next"), screen(nil, entry: 2)), (.back, screen(failed)),
    ]
    #expect(shown(steps, from: screen(failed)) == [nil, nil])
  }

  @Test("A notice that had gone is new when it comes back")
  func back() {
    let steps: [(Command, Snapshot)] = [
      (perform("save"), screen(saved)), (.home, screen(nil)), (perform("other"), screen(saved)),
    ]
    #expect(shown(steps, from: screen(nil)) == [saved, nil, saved])
  }
}

/// A screen whose action awaits a question, and then says that something was saved.
@Observable private final class SavedScreen: Screen {
  private var notice: Notice?
  private weak var tab: SoloCoordinator?

  init(_ tab: SoloCoordinator) { self.tab = tab }

  var content: ScreenContent {
    ScreenContent(title: "Book", notice: notice, actions: [Action("edit", title: "Edit")])
  }

  func perform(_ action: Action.ID, _ input: ActionInput) async {
    notice = nil
    let form = AlertCoordinator(
      title: "Form", message: "", buttons: [Action("done", title: "Done")])
    if await tab?.run(form, .present).value != nil { notice = Notice("Saved.") }
  }
}
