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

  @Test("A form that is closed does not bring back the notice of an earlier one")
  func closed() {
    let form = screen(nil, entry: 2)
    let steps: [(Command, Snapshot)] = [
      (perform("edit"), form), (perform("save"), screen(saved)), (perform("edit"), form),
      (.close, screen(saved)), (perform("edit"), form), (perform("save"), screen(saved)),
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
