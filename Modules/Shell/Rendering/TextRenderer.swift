import Core

/// Draws screens as lines of text. Pure: the same snapshot gives the same text.
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

  /// The screen as text that ends with a new line.
  func screen(_ snapshot: Snapshot) -> String {
    let lines = lines(of: snapshot)
    var text = ""
    text.reserveCapacity(lines.count * width / 2)
    for line in lines {
      line.write(to: &text, color: color)
      text += "\n"
    }
    return text
  }

  /// The screen as lines.
  func lines(of snapshot: Snapshot) -> [TextLine] {
    guard !snapshot.panes.isEmpty else { return [TextLine("Nothing is shown.", .quiet)] }
    var lines: [TextLine] = []
    lines.reserveCapacity(64)
    if !snapshot.tabs.isEmpty { lines += tabs(snapshot.tabs) + [TextLine()] }
    let count = snapshot.panes.reduce(0) { $0 + $1.content.rowCount }
    var numbers = RowNumbers(count: count)
    if snapshot.panes.count == 2, width >= PaneRenderer.narrowest * 2 + 3 {
      let left = max(PaneRenderer.narrowest, (width - 3) * 2 / 5)
      let first = PaneRenderer(width: left).lines(of: snapshot.panes[0], numbers: &numbers)
      let second = PaneRenderer(width: width - 3 - left)
        .lines(of: snapshot.panes[1], numbers: &numbers)
      lines += beside(first, second, left: left)
    } else {
      for (index, pane) in snapshot.panes.enumerated() {
        if index > 0 { lines.append(TextLine()) }
        PaneRenderer(width: width).draw(pane, below: &lines, numbers: &numbers)
      }
    }
    let actions = VisibleThings(snapshot).actions
    if !actions.isEmpty { lines += [TextLine()] + self.actions(actions) }
    return lines
  }

  /// A message on as many lines as it needs.
  func message(_ text: String, _ style: TextStyle) -> String {
    var written = ""
    for line in LineWrapping(columns: width).lines(of: text.plain) {
      TextLine(line, style).write(to: &written, color: color)
      written += "\n"
    }
    return written
  }

  private func tabs(_ tabs: [Snapshot.Tab]) -> [TextLine] {
    var flow = TextFlow(width: width, gap: 2)
    for tab in tabs {
      let title = tab.title.plain.truncated(to: width - 2)
      if tab.isSelected {
        flow.append("[\(title)]", .title)
      } else {
        flow.append(" \(title) ", .quiet)
      }
    }
    return flow.finished()
  }

  private func beside(_ first: [TextLine], _ second: [TextLine], left: Int) -> [TextLine] {
    (0..<max(first.count, second.count)).map { index in
      var line = index < first.count ? first[index] : TextLine()
      line.append(spaces: left - line.columns)
      line.append(" │ ", .quiet)
      if index < second.count { line.append(second[index]) }
      return line
    }
  }

  private func actions(_ actions: [VisibleThings.Placed<Action>]) -> [TextLine] {
    var flow = TextFlow(width: width, gap: 2, indent: 2)
    flow.append("›", .quiet, gap: 1)
    for action in actions.lazy.map(\.thing) {
      let word = action.id.rawValue + (action.input == nil ? "" : "…")
      if action.isEnabled {
        flow.append(word, action.role.style)
      } else {
        flow.append("(\(word))", .quiet)
      }
    }
    return flow.finished()
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
