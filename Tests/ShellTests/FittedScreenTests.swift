import Services
import Testing

@testable import Core
@testable import Shell

@Suite("Screens that fit the terminal")
@MainActor struct FittedScreenTests {
  private func list(_ count: Int, selected: Int? = nil, title: String = "Books") -> ScreenContent {
    ScreenContent(
      title: title,
      sections: [
        ContentSection(
          "rows",
          .rows(
            (1...count).map {
              Row(Row.ID("r\($0)"), title: "Book \($0)", isSelected: $0 == selected)
            }
          ))
      ],
      actions: [Action("sort", title: "Sort"), Action("filter", title: "Filter")])
  }

  private func lines(
    _ snapshot: Snapshot, _ windows: ScreenWindows, width: Int = 60, leaving lines: Int = 2
  ) -> [String] {
    let text = TextRenderer(width: width).screen(snapshot, in: windows, leaving: lines)
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  @Test("A long list is seen through a window below tabs and title, above the actions")
  func list() {
    let windows = ScreenWindows { 14 }
    let snapshot = Snapshot.screen(list(40), tabs: [("a", "One"), ("b", "Two")])
    #expect(
      lines(snapshot, windows) == [
        "[One]   Two", "", "Books", "", "   1   Book 1", "   2   Book 2", "   3   Book 3",
        "   4   Book 4", "   5   Book 5", "  1-5 of 40 · down, page", "", "› sort  filter",
      ])
  }

  @Test("A list with rows that are not loaded says so, and that down goes on at its end")
  func loaded() {
    let windows = ScreenWindows { 14 }
    var content = list(40)
    content.actions.append(Action("more", title: "More"))
    var snapshot = Snapshot.screen(content)
    snapshot.entries = [NavigationTree.EntryID(number: 7)]
    #expect(lines(snapshot, windows).contains("  1-7 of 40 loaded · down, page"))
    while windows.move(.down, inFirst: false, of: snapshot) { _ = lines(snapshot, windows) }
    let end = lines(snapshot, windows)
    #expect(end.contains { $0.hasSuffix("-40 of 40 loaded · up, down, page") }, "\(end)")
  }

  @Test("A screen that fits is shown whole, and so is every screen without a terminal")
  func whole() {
    let snapshot = Snapshot.screen(list(5))
    let text = TextRenderer(width: 60).screen(snapshot)
    #expect(lines(snapshot, ScreenWindows { 11 }).joined(separator: "\n") + "\n" == text)
    #expect(lines(snapshot, ScreenWindows { 10 }).count == 8)
    #expect(lines(.screen(list(40)), ScreenWindows { nil }).count == 44)
  }

  @Test("The heading of a section stays above a window that begins inside it; no row is left out")
  func headings() {
    let windows = ScreenWindows { 13 }
    func rows(_ name: String, _ count: Int) -> ContentSection {
      let rows = (1...count).map { Row(Row.ID("\(name)\($0)"), title: "\(name) \($0)") }
      return ContentSection(Identifier(name), title: "\(name)s", .rows(rows))
    }
    var snapshot = Snapshot.screen(
      ScreenContent(
        title: "All",
        sections: [
          ContentSection("intro", .text("Intro")), rows("Subject", 9), rows("Book", 12),
        ]))
    snapshot.entries = [NavigationTree.EntryID(number: 7)]
    #expect(
      lines(snapshot, windows) == [
        "All", "", "Intro", "", "Subjects", "   1   Subject 1", "   2   Subject 2",
        "   3   Subject 3", "   4   Subject 4", "   5   Subject 5", "  1-5 of 21 · down, page",
      ])
    var seen: Set<String> = []
    repeat {
      let lines = lines(snapshot, windows)
      #expect(lines.count == 11)
      let rows = lines.filter { $0.hasPrefix("  ") && !$0.contains(" of ") }
      seen.formUnion(rows.map(\.trimmed))
      // Each row has its section's heading above it.
      var heading = ""
      for line in lines.dropFirst() {
        if line.hasSuffix("s") { heading = String(line.dropLast()) }
        if rows.contains(line) { #expect(line.contains(heading) && !heading.isEmpty, "\(line)") }
      }
    } while windows.move(.down, inFirst: false, of: snapshot)
    #expect(seen.count == 21)
  }

  @Test("A heading from outside takes one line above a window, and controls no terminal")
  func headingFromOutside() {
    let windows = ScreenWindows { 13 }
    var content = list(40)
    content.sections[0].title = "a\u{7}\r\n" + String(repeating: "Heading ", count: 20)
    var snapshot = Snapshot.screen(content)
    snapshot.entries = [NavigationTree.EntryID(number: 7)]
    _ = lines(snapshot, windows)
    #expect(windows.move(.down, inFirst: false, of: snapshot))
    let moved = lines(snapshot, windows)
    #expect(moved.count == 11 && moved.allSatisfy { $0.displayWidth <= 60 })
    #expect(moved.contains { $0.hasPrefix("a\u{FFFD} Heading ") && $0.hasSuffix("…") }, "\(moved)")
  }

  @Test("Colours change no text of screens in windows or beside each other, and end with it")
  func colours() throws {
    var first = list(40, selected: 3)
    first.sections[0].title = "All"
    first.notice = Notice("Saved.")
    let sequence = try Regex("\u{1B}\\[[0-9;]*m")
    for snapshot in [
      Snapshot.screen(first, tabs: [("a", "One")]), .split(first, list(30, title: "Detail")),
    ] {
      let texts = [true, false].map { color in
        TextRenderer(width: 100, color: color)
          .screen(snapshot, in: ScreenWindows { 14 }, leaving: 2)
      }
      #expect(texts[0].replacing(sequence, with: "") == texts[1])
      for piece in ["[1mBooks", "[1;36mAll", "[1;32m • ", "[1mBook 3", "[32mSaved."] {
        #expect(texts[0].contains("\u{1B}\(piece)\u{1B}[0m"), "\(piece)")
      }
      for line in texts[0].split(separator: "\n") {
        let ends = line.matches(of: sequence).map { line[$0.range] == "\u{1B}[0m" }
        #expect(ends == ends.indices.map { !$0.isMultiple(of: 2) })
      }
    }
  }

  @Test("A notice stands at the bottom, next to the prompt")
  func notice() {
    var content = list(40)
    content.notice = Notice("Saved.")
    let lines = lines(.screen(content), ScreenWindows { 14 })
    #expect(lines.first == "Books")
    #expect(lines.suffix(4) == ["", "› sort  filter", "", "✓ Saved."])
    #expect(lines.count == 12)
  }

  @Test("Long text has a window of lines")
  func text() {
    let text = (1...30).map { "Line \($0)" }.joined(separator: "\n")
    let content = ScreenContent(title: "Review", sections: [ContentSection("t", .text(text))])
    let lines = lines(.screen(content), ScreenWindows { 10 })
    #expect(lines.count == 8)
    #expect(lines.last == "  lines 1-6 of 31 · down, page")
  }

  @Test("If all rows are visible, the window tells its lines")
  func allRows() {
    var content = list(3)
    content.sections.append(ContentSection("t", .text(String(repeating: "Text.\n", count: 30))))
    let lines = lines(.screen(content), ScreenWindows { 14 })
    #expect(lines.contains { $0.contains("lines 1-8 of 36") })
  }

  @Test("Two screens are as tall as the terminal; each has its window, and its actions below it")
  func panes() {
    var second = list(30, title: "Detail")
    second.actions = [Action("rate", title: "Rate"), Action("sort", title: "Sort")]
    let windows = ScreenWindows { 16 }
    let lines = lines(.split(list(60, selected: 40), second), windows, width: 100)
    #expect(lines.count == 14)
    #expect(lines.contains { $0.contains(" 40 • Book 40") })
    #expect(lines.first?.hasPrefix("Books") == true && lines.first?.contains("│ Detail") == true)
    #expect(lines.contains { $0.contains("of 60 · up left, down left") && $0.contains("61-") })
    // The word that both have is the second one's.
    let actions = lines.last?.split(separator: "│").map { String($0).trimmed }
    #expect(actions == ["› filter", "› rate  sort"])
  }

  @Test("Two screens without room beside each other share the lines of the terminal")
  func stacked() {
    let lines = lines(.split(list(60), list(60)), ScreenWindows { 24 }, width: 50)
    #expect(lines.count == 22)
    #expect(lines.contains { $0.contains("of 60 · down left") })
    #expect(lines.contains { $0.contains("of 120 · down, page") })
    #expect(lines.count { $0.contains("› ") } == 1)
  }

  @Test("Many actions, a long title and a long notice leave room for the list", arguments: 6...30)
  func crowded(rows: Int) {
    var content = list(50)
    content.title = String(repeating: "Long title ", count: 60)
    content.subtitle = content.title
    content.notice = Notice(content.title, tone: .problem)
    content.actions = (1...80).map { Action(Action.ID("action-\($0)"), title: "A") }
    let tabs = (1...40).map { (TabID("t\($0)"), "A long tab \($0)") }
    for width in [20, 50, 120] {
      for snapshot in [
        Snapshot.screen(content, leave: .back, tabs: tabs), .split(content, content),
      ] {
        let lines = lines(snapshot, ScreenWindows { rows }, width: width)
        #expect(lines.count <= max(FittedScreen.minimumHeight, rows - 2))
        #expect(lines.allSatisfy { $0.displayWidth <= width })
        #expect(lines.contains { $0.hasPrefix("Long") }, "the title")
        #expect(lines.contains { $0.hasPrefix("! Long") }, "the notice")
        if rows >= 24, snapshot.panes.count == 1 {
          #expect(lines.contains { $0.contains("Book 1") })
        }
      }
    }
  }

  @Test(
    "A small terminal shows the selected tab, the title and the beginning of a notice",
    arguments: [8, 13])
  func small(rows: Int) {
    var content = list(50)
    content.subtitle = "50 books"
    content.notice = Notice("There is no book 999. Type numbers from 1 to 50.", tone: .problem)
    let tabs = ["Discover", "Search", "Shelves", "Statistics", "Account"].map {
      (TabID($0), $0)
    }
    let lines = lines(.screen(content, tabs: tabs), ScreenWindows { rows }, width: 40)
    #expect(lines.count <= max(FittedScreen.minimumHeight, rows - 2))
    #expect(lines.first == "[Discover] …" && lines.contains("Books"))
    #expect(lines.last?.hasPrefix("! There is no book 999.") == true)
    #expect(lines.last?.hasSuffix("…") == true)
  }

  @Test("Of several lines with little room the last ends with a mark, and none is only a mark")
  func mark() {
    var page = TextPage(hasStyles: false)
    var three = TextPage(hasStyles: false)
    for line in ["Search", "two words", "of the book"] { three.add(line: line) }
    page.add(three, most: 2, width: 20)
    page.add(three, most: 2, width: 10)
    page.add(three, most: 1, width: 8)
    #expect(page.text == "Search\ntwo words …\nSearch\ntwo words…\nSearch …\n")
  }

  @Test("The messages below the screen take lines from it")
  func messages() {
    #expect(lines(.screen(list(40)), ScreenWindows { 20 }, leaving: 5).count == 15)
  }
}
