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
  private func shown(_ steps: [(Command, Snapshot)], from first: Snapshot) -> [Notice?] {
    var (notices, before) = (ShownNotices(), first)
    return steps.map { command, after in
      notices.update(after: command, from: before, to: after)
      before = after
      return notices.current(in: after).panes[0].content.notice
    }
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

  @Test("A form that is closed does not bring back the notice of an earlier one")
  func closed() {
    let form = screen(nil, entry: 2)
    let steps: [(Command, Snapshot)] = [
      (perform("edit"), form), (perform("save"), screen(saved)), (perform("edit"), form),
      (.close, screen(saved)), (perform("edit"), form), (perform("save"), screen(saved)),
    ]
    #expect(shown(steps, from: screen(nil)) == [nil, saved, nil, nil, nil, saved])
  }

  @Test("A form that was saved through a sign-in says so the next time, too")
  func savedThroughSignIn() {
    let (form, signIn) = (screen(nil, entry: 2), screen(nil, entry: 3))
    let steps: [(Command, Snapshot)] = [
      (perform("notes"), form), (perform("save"), signIn), (perform("move"), screen(saved)),
      (perform("notes"), form), (perform("save"), screen(saved)),
      (perform("notes"), form), (.close, screen(saved)),
      (perform("sort"), form), (perform("apply"), screen(saved)),
    ]
    #expect(
      shown(steps, from: screen(nil)) == [nil, nil, saved, nil, saved, nil, nil, nil, nil])
  }

  @Test("A form that is discarded does not bring back the notice of an earlier one")
  func discarded() {
    let form = screen(nil, entry: 2)
    var question = screen(nil, entry: 3)
    question.panes[0].content.actions = [
      Action("keep", title: "Keep editing", role: .cancel),
      Action("discard", title: "Discard", role: .destructive),
    ]
    func shown(_ answers: [(Command, Snapshot)]) -> [Notice?] {
      let first: [(Command, Snapshot)] = [
        (perform("notes"), form), (perform("save"), screen(saved)), (perform("notes"), form),
        (.close, question),
      ]
      return Array(self.shown(first + answers, from: screen(nil)).dropFirst(first.count))
    }
    #expect(shown([(perform("discard"), screen(saved))]) == [nil])
    #expect(shown([(perform("keep"), form), (perform("save"), screen(saved))]) == [nil, saved])
  }

  @Test("A form whose destructive action follows a step back says what it has caused")
  func destructiveForm() {
    var form = screen(nil, entry: 2)
    form.panes[0].content.actions = [Action("empty", title: "Empty", role: .destructive)]
    let page = screen(nil, entry: 3)
    let steps: [(Command, Snapshot)] = [
      (perform("notes"), form), (perform("save"), screen(saved)),
      (perform("notes"), form), (perform("preview"), page), (.back, form),
      (perform("empty"), screen(saved)),
    ]
    #expect(shown(steps, from: screen(nil)) == [nil, saved, nil, nil, nil, saved])
  }

  @Test("The same action shows the same notice again; another action does not")
  func again() {
    let steps = ["rate", "rate", "unfold", "rate"].map { (perform($0), screen(saved)) }
    #expect(shown(steps, from: screen(nil)) == [saved, saved, nil, saved])
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

  @Test("A problem is shown when what the action has opened is closed, as if it were repeated")
  func closedBehind() {
    let other = screen(nil, entry: 2)
    let steps: [(Command, Snapshot)] = [
      (perform("save"), other), (.close, screen(failed)), (.show, screen(failed)),
      (perform("save"), other), (.close, screen(failed)), (.home, screen(failed)),
    ]
    #expect(shown(steps, from: screen(nil)) == [nil, failed, failed, nil, failed, nil])
  }

  @Test("A problem that was there before is no failure of an action elsewhere")
  func failures() {
    func failure(
      _ before: Snapshot, _ after: Snapshot, on entry: Int, _ action: Action.ID = "rate"
    ) -> String? {
      FailureDetector(
        before: before, after: after, entry: NavigationTree.EntryID(number: entry)
      ).failure(of: action, .none)
    }
    let (old, other) = (split(failed, book: 2), split(failed, book: 3))
    #expect(failure(split(nil, book: 2), old, on: 1) == failed.text)
    #expect(failure(split(nil, book: 2), other, on: 1) == failed.text)
    #expect(failure(old, old, on: 1) == failed.text)
    #expect(failure(old, old, on: 2) == nil)
    #expect(failure(old, other, on: 1, .select) == nil)
  }

  @Test("A retry that fails again, and a value that is refused again, are failures")
  func failingAgain() {
    func failure(_ content: ScreenContent, _ action: Action.ID, _ input: ActionInput) -> String? {
      var same = Snapshot.screen(content)
      same.entries = [NavigationTree.EntryID(number: 1)]
      return FailureDetector(before: same, after: same, entry: same.entries[0])
        .failure(of: action, input)
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
      return self.shown(steps, from: screen(nil))
    }
    #expect(shown(after: "keep") == [failed, nil, nil])
    #expect(shown(after: "remove") == [failed, nil, failed])

    var notices = ShownNotices()
    notices.update(after: perform("progress"), from: screen(nil), to: screen(failed))
    notices.update(after: perform("remove"), from: screen(failed), to: question)
    func failure(of answer: Action.ID, _ notice: Notice) -> String? {
      FailureDetector(
        before: question, after: screen(notice), entry: NavigationTree.EntryID(number: 2),
        notices: notices
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
    notices.update(after: .home, from: screen(saved), to: screen(saved))
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
