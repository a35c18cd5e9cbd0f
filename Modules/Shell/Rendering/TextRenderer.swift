import Services
import Core

/// Renders screens as lines of text. Pure: the same snapshot gives the same text.
struct TextRenderer: Sendable {
  /// The columns of a line.
  let width: Int
  /// Whether styles are written as control sequences.
  let color: Bool

  /// Creates a renderer.
  init(width: Int, color: Bool = false) {
    self.width = max(ShellOptions.widths.lowerBound, width)
    self.color = color
  }

  /// Renders the screen as text that ends with a line break.
  func screen(_ snapshot: Snapshot) -> String {
    page(of: snapshot).text
  }

  private func page(of snapshot: Snapshot) -> TextPage {
    var page = TextPage(hasStyles: color)
    guard !snapshot.panes.isEmpty else {
      page.add(line: "Nothing is shown.", .quiet)
      return page
    }
    if !snapshot.tabs.isEmpty {
      draw(snapshot.tabs, on: &page)
      page.endLine()
    }
    let count = snapshot.panes.reduce(0) { $0 + $1.content.rowCount }
    var numbers = RowNumbers(count: count)
    if snapshot.panes.count == 2, width >= PaneRenderer.narrowest * 2 + 3 {
      let left = max(PaneRenderer.narrowest, (width - 3) * 2 / 5)
      var columns = [TextPage(hasStyles: color), TextPage(hasStyles: color)]
      PaneRenderer(width: left).draw(snapshot.panes[0], on: &columns[0], numbers: &numbers)
      PaneRenderer(width: width - 3 - left)
        .draw(snapshot.panes[1], on: &columns[1], numbers: &numbers)
      draw(columns[0], beside: columns[1], left: left, on: &page)
    } else {
      for (index, pane) in snapshot.panes.enumerated() {
        if index > 0 { page.endLine() }
        PaneRenderer(width: width).draw(pane, on: &page, numbers: &numbers)
      }
    }
    // A single screen has no duplicate actions.
    let actions =
      snapshot.panes.count == 1
      ? snapshot.panes[0].content.actions : VisibleItems(snapshot).actions.map(\.thing)
    if !actions.isEmpty {
      page.endLine()
      draw(actions, on: &page)
    }
    return page
  }

  /// Renders a message with wrapped lines.
  func message(_ text: String, _ style: TextStyle) -> String {
    var page = TextPage(hasStyles: color)
    for line in LineWrapping(columns: width).lines(of: text.plain) { page.add(line: line, style) }
    return page.text
  }

  private func draw(_ tabs: [Snapshot.Tab], on page: inout TextPage) {
    var flow = TextFlow(width: width, gap: 2)
    for tab in tabs {
      let title = tab.title.plain.truncated(to: width - 2)
      if tab.isSelected {
        flow.append("[\(title)]", .title, to: &page)
      } else {
        flow.append(" \(title) ", .quiet, to: &page)
      }
    }
    page.endLine()
  }

  private func draw(_ first: TextPage, beside second: TextPage, left: Int, on page: inout TextPage)
  {
    for index in 0..<max(first.count, second.count) {
      if index < first.count { page.append(line: index, of: first) }
      page.append(spaces: left - page.columns)
      page.append(" │ ", .quiet)
      if index < second.count { page.append(line: index, of: second) }
      page.endLine()
    }
  }

  private func draw(_ actions: [Action], on page: inout TextPage) {
    var flow = TextFlow(width: width, gap: 2, indent: 2)
    flow.append("›", .quiet, gap: 1, to: &page)
    // By index, which copies no action.
    for index in actions.indices {
      let word = actions[index].id.rawValue
      let asks = actions[index].input != nil
      if actions[index].isEnabled {
        flow.append(asks ? word + "…" : word, actions[index].role.style, to: &page)
      } else {
        flow.append(asks ? "(\(word)…)" : "(\(word))", .quiet, to: &page)
      }
    }
    page.endLine()
  }
}

extension Action.Role {
  fileprivate var style: TextStyle {
    switch self {
    case .primary: .title
    case .destructive: .problem
    case .normal, .cancel: .plain
    }
  }
}
