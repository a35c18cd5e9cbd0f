import Services
import Testing

@testable import Core
@testable import Shell

@Suite("Whether an action or a link has failed is decided by the screen")
struct FailureDetectorTests: NoticeChanges {
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

  @Test("An empty list that keeps the problem of an earlier command is no failure of a link to it")
  func link() throws {
    let link = try Command.open(DeepLink("toy://planets"))
    var notices = ShownNotices()
    notices.update(after: change(by: perform("load"), screen(nil), screen(failed)))
    func failure(_ after: Snapshot) -> String? {
      FailureDetector(change: change(by: link, screen(failed), after), notices: notices)
        .failureOfLink
    }
    #expect(failure(screen(failed)) == nil)
    #expect(failure(screen(failed, entry: 2)) == failed.text)
  }
}
