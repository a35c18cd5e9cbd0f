import Services
import Testing

@testable import Core
@testable import Shell

@Suite("Notices are about the last command")
struct ShownNoticesTests {
  private func screen(_ notice: Notice?, entry: Int = 1) -> Snapshot {
    var snapshot = Snapshot.screen(ScreenContent(title: "Book", notice: notice))
    snapshot.entries = [NavigationTree.EntryID(number: entry)]
    return snapshot
  }

  private let saved = Notice("Saved.")
  private let failed = Notice("The disk is full.", tone: .problem)

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

  private func change(
    by command: Command, _ before: Snapshot, _ after: Snapshot, awaits: Bool = false
  ) -> ScreenChange {
    ScreenChange(
      action: command.action, entry: command.entry(in: before.entries), before: before,
      after: after, waiting: awaits ? [NavigationTree.EntryID(number: 1)] : [])
  }

  private func perform(_ action: Action.ID) -> Command { .perform(action, .none, pane: 0) }

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

  /// A list with a notice, beside a book.
  private func split(_ notice: Notice?, book: Int) -> Snapshot {
    var snapshot = Snapshot.split(
      ScreenContent(title: "Shelf", notice: notice), ScreenContent(title: "Book"))
    snapshot.entries = [1, book].map { NavigationTree.EntryID(number: $0) }
    return snapshot
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

  @Test("A problem that was there before is no failure of an action elsewhere")
  func failures() {
    func failure(
      _ before: Snapshot, _ after: Snapshot, on pane: Int, _ action: Action.ID = "rate"
    ) -> String? {
      let command = Command.perform(action, .none, pane: pane)
      return FailureDetector(change: change(by: command, before, after))
        .failure(of: action, .none)
    }
    let (old, other) = (split(failed, book: 2), split(failed, book: 3))
    #expect(failure(split(nil, book: 2), old, on: 0) == failed.text)
    #expect(failure(split(nil, book: 2), other, on: 0) == failed.text)
    #expect(failure(old, old, on: 0) == failed.text)
    #expect(failure(old, old, on: 1) == nil)
    #expect(failure(old, other, on: 0, .select) == nil)
  }

  @Test("A retry that fails again, and a value that is refused again, are failures")
  func failingAgain() {
    func failure(_ content: ScreenContent, _ action: Action.ID, _ input: ActionInput) -> String? {
      var same = Snapshot.screen(content)
      same.entries = [NavigationTree.EntryID(number: 1)]
      let command =
        action == .fill ? Command.fill("pages", nil, pane: 0) : .perform(action, input, pane: 0)
      return FailureDetector(change: change(by: command, same, same)).failure(of: action, input)
    }
    for status in [
      ContentStatus.failed(message: "No network.", retry: "again"),
      .offline(message: "No network.", retry: "again"),
    ] {
      let list = ScreenContent(title: "List", status: status)
      #expect(failure(list, "again", .none) == "No network.")
      #expect(failure(list, "other", .none) == nil)
    }
    let fields = [
      Field("pages", label: "Pages", kind: .text, problem: "Too many."),
      Field("year", label: "Year", kind: .text),
    ]
    let form = ScreenContent(title: "Form", sections: [ContentSection("form", .fields(fields))])
    #expect(failure(form, .fill, .field("pages", .text("9"))) == "Pages: Too many.")
    #expect(failure(form, .fill, .field("year", .text("9"))) == nil)
  }

  @Test("A form with a problem beside the list whose primary action is performed has not failed")
  func formBeside() {
    let field = Field("pages", label: "Pages", kind: .text, problem: "Too many.")
    let save = Action("save", title: "Save", role: .primary)
    let list = ScreenContent(title: "List", actions: [save])
    let form = ScreenContent(
      title: "Form", sections: [ContentSection("form", .fields([field]))], actions: [save])
    var both = Snapshot.split(list, form)
    both.entries = [1, 2].map { NavigationTree.EntryID(number: $0) }
    func failure(in pane: Int) -> String? {
      let command = Command.perform("save", .none, pane: pane)
      return FailureDetector(change: change(by: command, both, both)).failure(of: "save", .none)
    }
    #expect(failure(in: 0) == nil)
    #expect(failure(in: 1) == "Pages: Too many.")
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

  @Test("A notice that had gone is new when it comes back")
  func back() {
    let steps: [(Command, Snapshot)] = [
      (perform("save"), screen(saved)), (.home, screen(nil)), (perform("other"), screen(saved)),
    ]
    #expect(shown(steps, from: screen(nil)) == [saved, nil, saved])
  }
}
