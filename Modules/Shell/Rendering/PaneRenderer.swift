import Core

/// Draws one screen into a number of columns.
struct PaneRenderer {
  /// The columns below which two screens do not stand side by side.
  static let narrowest = 28

  /// The columns of a line.
  let width: Int

  /// The screen's lines, its rows numbered on from those before.
  func lines(of pane: Snapshot.Pane, numbers: inout RowNumbers) -> [TextLine] {
    var lines: [TextLine] = []
    draw(pane, below: &lines, numbers: &numbers)
    return lines
  }

  /// Adds the screen's lines to those above them.
  func draw(_ pane: Snapshot.Pane, below lines: inout [TextLine], numbers: inout RowNumbers) {
    let content = pane.content
    lines += title(content.title, pane.header)
    if let subtitle = content.subtitle { add(subtitle, .quiet, to: &lines) }
    if let notice = content.notice {
      let style: TextStyle = notice.tone == .done ? .done : .problem
      lines.append(TextLine())
      lines += marked(notice.tone == .done ? "✓" : "!", notice.text, style)
    }
    let status = self.status(content.status)
    if !status.isEmpty { lines += [TextLine()] + status }
    for section in content.sections {
      let start = lines.count
      lines.append(TextLine())
      if let title = section.title { add(title, section.body, to: &lines) }
      let count = lines.count
      draw(body: section.body, below: &lines, numbers: &numbers)
      // Nothing above nothing.
      if lines.count == count, section.title == nil { lines.removeSubrange(start...) }
    }
  }

  private func title(_ title: String, _ header: Header) -> [TextLine] {
    let way =
      switch header.leave {
      case .none: ""
      case .back: "‹ back"
      case .close: "× close"
      }
    guard !way.isEmpty else { return wrapped(title, .title) }
    let wayColumns = way.displayWidth
    let wrapping = LineWrapping(columns: width - wayColumns - 2)
    var first = TextLine(capacity: width + 2)
    var rest: [TextLine] = []
    if wrapping.keeps(title) {
      first.append(title, .title)
    } else {
      let lines = wrapping.lines(of: title)
      guard let line = lines.first else { return [TextLine(way, .quiet)] }
      first.append(line, .title)
      rest = lines.dropFirst().map { TextLine($0, .title) }
    }
    first.append(spaces: width - wayColumns - first.columns)
    first.append(way, .quiet)
    return [first] + rest
  }

  /// Adds a section's heading.
  private func add(_ title: String, _ body: ContentSection.Body, to lines: inout [TextLine]) {
    add(title, .heading, to: &lines)
    if case .chart(let chart) = body, !chart.unit.isEmpty, let last = lines.indices.last {
      let unit = " · \(chart.unit)"
      if lines[last].columns + unit.displayWidth <= width { lines[last].append(unit, .quiet) }
    }
  }

  private func status(_ status: ContentStatus) -> [TextLine] {
    switch status {
    case .idle: return []
    case .loading(nil): return [TextLine("… Loading", .quiet)]
    case .loading(let progress?): return bar(progress)
    case .empty(let message): return wrapped(message, .quiet)
    case .failed(let message, let retry), .offline(let message, let retry):
      let again = retry.map { wrapped("Try again: \($0)", .quiet, indent: 2) } ?? []
      return marked("!", message, .problem) + again
    }
  }

  /// How far something has come, as a bar.
  func bar(_ progress: LoadingProgress) -> [TextLine] {
    let percent = "\(Int((progress.fraction * 100).rounded())) %"
    let room = min(30, max(4, width - 10))
    let full = Int((progress.fraction * Double(room)).rounded(.down))
    var line = TextLine(String(repeating: "█", count: full))
    line.append(String(repeating: "░", count: room - full), .quiet)
    line.append("  \(percent)")
    guard let label = progress.label else { return [line] }
    if line.columns + 2 + label.displayWidth > width { return wrapped(label) + [line] }
    line.append(spaces: 2)
    line.append(label, .quiet)
    return [line]
  }

  /// Adds text on as many lines as it needs.
  func add(_ text: String, _ style: TextStyle, to lines: inout [TextLine]) {
    let wrapping = LineWrapping(columns: width)
    // Most text is one short line, and a list of one is something to be made.
    if wrapping.keeps(text) {
      lines.append(TextLine(text, style))
    } else {
      for line in wrapping.lines(of: text) { lines.append(TextLine(line, style)) }
    }
  }

  /// Text on as many lines as it needs.
  func wrapped(_ text: String, _ style: TextStyle = .plain, indent: Int = 0) -> [TextLine] {
    LineWrapping(columns: width - indent).lines(of: text)
      .map { TextLine($0, style, indent: indent) }
  }

  /// Text after a mark, its lines below each other.
  private func marked(_ mark: String, _ text: String, _ style: TextStyle) -> [TextLine] {
    var lines = wrapped(text, style, indent: 2)
    var first = TextLine("\(mark) ", style)
    first.append(TextLine(LineWrapping(columns: width - 2).lines(of: text).first ?? "", style))
    if lines.isEmpty { lines = [first] } else { lines[0] = first }
    return lines
  }
}
