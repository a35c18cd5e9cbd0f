import Core

/// Draws what a terminal shows on a limited number of lines: tabs and title stay at the top, and the
/// results of the last action stand at the bottom, next to the prompt. What is taller is seen through
/// a window.
@MainActor struct FittedScreen {
  /// The smallest number of lines that a screen is drawn for.
  static let minimumHeight = 6

  private let renderer: TextRenderer
  private let snapshot: Snapshot
  private let windows: ScreenWindows
  private let height: Int

  init(_ snapshot: Snapshot, _ renderer: TextRenderer, height: Int, windows: ScreenWindows) {
    self.renderer = renderer
    self.snapshot = snapshot
    self.windows = windows
    self.height = max(Self.minimumHeight, height)
  }

  /// The largest number of lines of the actions.
  private var maximumActionLines: Int { max(1, height / 4) }

  /// The largest number of lines of the tabs, and of the notices.
  private var maximumTabLines: Int { max(1, height / 6) }

  /// The screen.
  var text: String {
    let (top, bottom) = (tabs, notices)
    var page = top
    let columns = renderer.columns(
      of: snapshot, hasNotices: false,
      pictures: windows.pictures?.drawing(for: snapshot, height: height))
    let lines = height - top.count - bottom.count
    if columns.count == 2, renderer.isSideBySide(snapshot) {
      drawSideBySide(columns, lines: lines, on: &page)
    } else {
      drawStacked(columns, lines: lines, on: &page)
    }
    page.add(bottom)
    return fitted(page, title: top.count).text
  }

  /// Returns the page without the lines for which a terminal of a few lines has no room: first the
  /// empty ones, then the tabs, then those below the title.
  private func fitted(_ page: TextPage, title: Int) -> TextPage {
    guard page.count > height else { return page }
    let empty = (0..<page.count).filter(page.isBlank)
    let others = (0..<page.count).filter { $0 != title && !page.isBlank($0) }
    let omitted = Set((empty + others).prefix(page.count - height))
    var fitted = TextPage(hasStyles: renderer.color)
    for line in 0..<page.count where !omitted.contains(line) {
      fitted.add(line..<line + 1, of: page)
    }
    return fitted
  }

  private var tabs: TextPage {
    var (tabs, page) = (
      TextPage(hasStyles: renderer.color), TextPage(hasStyles: renderer.color)
    )
    guard !snapshot.tabs.isEmpty else { return page }
    renderer.draw(snapshot.tabs, on: &tabs)
    if tabs.count > maximumTabLines, maximumTabLines == 1,
      let selected = snapshot.tabs.first(where: \.isSelected)
    {
      let title = selected.title.plain.truncated(to: renderer.width - 4)
      page.add(line: "[\(title)] …", .title)
    } else {
      page.add(tabs, most: maximumTabLines, width: renderer.width)
    }
    page.endLine()
    return page
  }

  private var notices: TextPage {
    var (notices, page) = (
      TextPage(hasStyles: renderer.color), TextPage(hasStyles: renderer.color)
    )
    for notice in snapshot.panes.compactMap(\.content.notice) {
      PaneRenderer(width: renderer.width).draw(notice, on: &notices)
    }
    guard notices.count > 0 else { return page }
    page.endLine()
    page.add(notices, most: maximumTabLines, width: renderer.width)
    return page
  }

  private func drawSideBySide(_ columns: [PaneColumn], lines: Int, on page: inout TextPage) {
    let room = lines - (columns.map { $0.actionLines(most: maximumActionLines) }.max() ?? 0)
    let tops = columns.indices.map { top(of: $0, columns[$0], lines: room) }
    let areBothCut = columns.allSatisfy { $0.room(inLines: room) != nil }
    var index = -1
    renderer.draw(columns[0], beside: columns[1], maximumActions: maximumActionLines, on: &page) {
      column in
      index += 1
      return column.content(
        lines: room, top: tops[index], side: index == 0 && areBothCut ? " left" : "")
    }
  }

  private func drawStacked(_ columns: [PaneColumn], lines: Int, on page: inout TextPage) {
    var rest = lines
    // Two screens, one below the other, need lines for both titles.
    let most = columns.count > 1 ? min(maximumActionLines, 2) : maximumActionLines
    for (index, column) in columns.enumerated() {
      if index > 0 {
        page.endLine()
        rest -= 1
      }
      // The first of two screens leaves the second one its half.
      let others = columns.dropFirst(index + 1).map { $0.height + 1 }.reduce(0, +)
      let own = others == 0 ? rest : max(rest - others, rest / 2)
      let start = page.count
      let room = own - column.actionLines(most: most)
      let content = column.content(
        lines: room, top: top(of: index, column, lines: room), side: others == 0 ? "" : " left")
      column.draw(content, maximumActions: most, on: &page)
      rest -= page.count - start
    }
  }

  private func top(of index: Int, _ column: PaneColumn, lines: Int) -> Int {
    let entry = snapshot.entries.indices.contains(index) ? snapshot.entries[index] : nil
    return windows.top(
      of: column, snapshot.panes[index].content, entry: entry, room: column.room(inLines: lines))
  }
}
