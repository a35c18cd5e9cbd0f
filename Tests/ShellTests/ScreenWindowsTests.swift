import Services
import Testing

@testable import Core
@testable import Shell

@Suite("Windows of screens")
@MainActor struct ScreenWindowsTests {
  private let windows = ScreenWindows { 12 }
  private let entry = NavigationTree.EntryID(number: 7)

  private func snapshot(
    _ rows: ClosedRange<Int>, selected: Int? = nil, status: ContentStatus = .idle
  ) -> Snapshot {
    let rows = rows.map { Row(Row.ID("r\($0)"), title: "Book \($0)", isSelected: $0 == selected) }
    var snapshot = Snapshot.screen(
      ScreenContent(
        title: "Books", status: status, sections: [ContentSection("rows", .rows(rows))]))
    snapshot.entries = [entry]
    return snapshot
  }

  /// Returns the titles of the visible rows, from the first to the last.
  private func seen(_ snapshot: Snapshot) -> [Int] {
    TextRenderer(width: 60).screen(snapshot, in: windows, leaving: 2)
      .split(separator: "\n").filter { $0.contains("Book ") }
      .compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }
  }

  private func move(_ move: WindowMove, _ snapshot: Snapshot) -> Bool {
    windows.move(move, inFirst: false, of: snapshot)
  }

  @Test("The down and up commands move by the height of the window, within the list")
  func moves() {
    let list = snapshot(1...20)
    #expect(seen(list) == Array(1...7))
    #expect(!move(.up, list))
    #expect(move(.down, list))
    #expect(seen(list) == Array(8...15))
    #expect(move(.down, list))
    #expect(seen(list) == Array(13...20))
    #expect(!move(.down, list))
    #expect(move(.up, list))
    #expect(seen(list) == Array(5...12))
  }

  @Test("A window of one line begins with the first line that has a text")
  func oneLine() {
    var list = snapshot(1...20)
    list.panes[0].content.actions = [Action("add", title: "Add")]
    list.tabs = ["Books", "Shelves"].map { .init(id: TabID($0), title: $0, isSelected: false) }
    let screens = (4...9).map { rows in
      TextRenderer(width: 60).screen(list, in: ScreenWindows { rows }, leaving: 2)
    }
    let small = screens.filter { $0.contains("  1 of 20") }
    #expect(!small.isEmpty && small.allSatisfy { $0.contains("Book 1") }, "\(screens)")
  }

  @Test("A screen that is shown whole has no window to move")
  func whole() {
    let list = snapshot(1...5)
    #expect(seen(list) == Array(1...5))
    #expect(!move(.down, list) && !move(.up, list))
  }

  @Test("The row that was chosen is visible when its screen is shown again")
  func chosen() {
    let list = snapshot(1...60)
    _ = seen(list)
    windows.reveal(.row("r38"), on: entry)
    #expect(seen(list).contains(38))
    #expect(seen(list).contains(38))
    windows.keep([])
    #expect(seen(list).first == 1)
  }

  @Test("The selected row stays in sight, until the user moves the window")
  func selected() {
    #expect(seen(snapshot(1...60, selected: 30)).contains(30))
    #expect(seen(snapshot(1...60, selected: 50)).contains(50))
    #expect(move(.down, snapshot(1...60, selected: 50)))
    #expect(!seen(snapshot(1...60, selected: 50)).contains(50))
    #expect(!seen(snapshot(1...60, selected: 50)).contains(50))
    #expect(seen(snapshot(1...60, selected: 2)).contains(2))
  }

  @Test("After more was loaded a list shows its new rows, and another list begins at its first row")
  func grown() {
    #expect(seen(snapshot(1...20)).first == 1)
    windows.reveal(.added, on: entry)
    #expect(seen(snapshot(1...40)).first == 21)
    #expect(seen(snapshot(1...40)).first == 21)
    windows.reveal(.added, on: entry)
    #expect(seen(snapshot(5...40)).first == 5)
  }

  @Test("A broader search or cleared filters show the first row, even if the list began with it")
  func broader() {
    #expect(seen(snapshot(1...1)) == [1])
    #expect(seen(snapshot(1...20)).first == 1)
    #expect(seen(snapshot(1...21)).first == 1)
  }

  @Test("A new status is visible, and the window stays when the status goes")
  func status() {
    let failed = ContentStatus.failed(message: "No network.", retry: nil)
    _ = seen(snapshot(1...60))
    #expect(move(.down, snapshot(1...60)))
    #expect(seen(snapshot(1...60, status: failed)).first == 1)
    #expect(move(.down, snapshot(1...60, status: failed)))
    #expect(seen(snapshot(1...60)).first != 1)
  }

  private func below(
    _ command: Command, _ rows: ClosedRange<Int>, _ actions: [Action]
  ) -> Command? {
    var list = snapshot(rows)
    list.panes[0].content.actions = actions
    _ = seen(list)
    return windows.command(below: command, in: list)?.command
  }

  @Test("The down command loads more at the end of a list, and an empty line does not")
  func more() {
    let down = Command.scroll(.down, inFirst: false)
    let more = Action("more", title: "More")
    #expect(below(down, 1...20, [more]) == nil)
    #expect(below(.nothing, 1...20, [more]) == down)
    #expect(below(.show, 1...20, [more]) == nil)
    #expect(below(down, 1...3, [more]) == .perform("more", .none, pane: 0))
    #expect(below(.nothing, 1...3, [more]) == nil)
    #expect(below(down, 1...3, []) == nil)
    #expect(below(down, 1...3, [Action("more", title: "More", disabledReason: "No.")]) == nil)
    let input = Field("count", label: "Count", kind: .text)
    #expect(below(down, 1...3, [Action("more", title: "More", input: input)]) == nil)
    #expect(
      below(.scroll(.down, inFirst: true), 1...3, [more]) == .perform("more", .none, pane: 0))
  }

  @Test("Of two screens, down loads more of the one that it moves")
  func moreOfTwo() {
    let (down, downLeft) = (
      Command.scroll(.down, inFirst: false), Command.scroll(.down, inFirst: true)
    )
    func two(_ first: ClosedRange<Int>, _ second: ClosedRange<Int>) -> Snapshot {
      var two = Snapshot.split(
        snapshot(first).panes[0].content, snapshot(second).panes[0].content)
      two.panes[0].content.actions = [Action("more", title: "More")]
      two.entries = [entry, NavigationTree.EntryID(number: 8)]
      _ = TextRenderer(width: 100).screen(two, in: windows, leaving: 2)
      return two
    }
    var both = two(1...3, 1...40)
    #expect(windows.command(below: down, in: both)?.command == nil)
    while windows.move(.down, inFirst: false, of: both) {}
    // The second one's end is no place to load more of the first one.
    #expect(windows.command(below: down, in: both)?.command == nil)
    let left = windows.command(below: downLeft, in: both)?.command
    #expect(left == .perform("more", .none, pane: 0))
    both.panes[1].content.actions = [Action("more", title: "More")]
    #expect(windows.command(below: down, in: both)?.command == .perform("more", .none, pane: 1))
    #expect(windows.command(below: downLeft, in: both)?.command == left)
    let other = two(1...60, 1...60)
    #expect(windows.command(below: downLeft, in: other)?.command == nil)
  }

  @Test("A list keeps its place when the terminal gets another width")
  func resized() throws {
    let detail = Array(repeating: "word", count: 20).joined(separator: " ")
    let rows = (1...60).map { Row(Row.ID("r\($0)"), title: "Book \($0)", detail: detail) }
    var list = snapshot(1...1)
    list.panes[0].content.sections = [ContentSection("rows", .rows(rows))]
    func first(_ width: Int) -> String? {
      TextRenderer(width: width).screen(list, in: windows, leaving: 2).split(separator: "\n")
        .first { $0.contains("Book ") }?.split(separator: " ").first.map(String.init)
    }
    #expect(first(60) == "1" && first(160) == "1" && first(60) == "1")
    for _ in 1...5 { #expect(move(.down, list)) }
    let row = try #require(first(60))
    #expect(row != "1")
    #expect(first(160) == row)
    #expect(first(60) == row)
  }

  @Test("A text above the rows keeps its place when the terminal gets another width")
  func resizedText() throws {
    let text = (1...40).map { "Line \($0)" }.joined(separator: "\n")
    var list = snapshot(1...20)
    list.panes[0].content.sections.insert(ContentSection("text", .text(text)), at: 0)
    func first(_ width: Int) -> Substring? {
      TextRenderer(width: width).screen(list, in: windows, leaving: 2).split(separator: "\n")
        .first { $0.hasPrefix("Line ") }
    }
    #expect(first(60) == "Line 1")
    // In the last window there are rows below the text.
    for _ in 1...5 {
      #expect(move(.down, list))
      let line = try #require(first(60))
      #expect(line != "Line 1")
      #expect(first(120) == line && first(60) == line)
    }
  }

  private func form(problem: Int? = nil) -> Snapshot {
    let fields = (1...40).map { (number: Int) in
      Field(
        Field.ID("f\(number)"), label: "Field \(number)", kind: .text,
        problem: number == problem ? "No." : nil)
    }
    var snapshot = Snapshot.screen(
      ScreenContent(title: "Form", sections: [ContentSection("f", .fields(fields))]))
    snapshot.entries = [entry]
    return snapshot
  }

  @Test("A field that was filled in or has a new problem is visible")
  func fields() {
    func text(_ snapshot: Snapshot) -> String {
      TextRenderer(width: 60).screen(snapshot, in: windows, leaving: 2)
    }
    #expect(text(form()).contains("Field 1:"))
    windows.reveal(.field("f20"), on: entry)
    #expect(text(form()).contains("Field 20:"))
    #expect(text(form(problem: 33)).contains("! No."))
    #expect(text(form(problem: 2)).contains("Field 2:"))
  }

  @Test("The first of two screens is moved by its own word")
  func left() {
    var two = Snapshot.split(
      snapshot(1...40).panes[0].content, snapshot(1...40).panes[0].content)
    two.entries = [entry, NavigationTree.EntryID(number: 8)]
    func shown() -> [String] {
      let lines = TextRenderer(width: 100).screen(two, in: windows, leaving: 2).split(
        separator: "\n")
      return lines[2].split(separator: "│").map { String($0.split(separator: " ").last ?? "") }
    }
    let before = shown()
    #expect(windows.move(.down, inFirst: true, of: two))
    let left = shown()
    #expect(left[0] != before[0] && left[1] == before[1])
    #expect(windows.move(.down, inFirst: false, of: two))
    let right = shown()
    #expect(right[0] == left[0] && right[1] != left[1])
  }
}
