import Core

/// Draws one screen at a given width.
struct PaneRenderer {
  /// The minimum columns of a screen beside another one.
  static let narrowest = 28
  /// The columns of a progress bar; more on a wide screen.
  private static let usualBar = 30

  /// The columns of a line.
  let width: Int
  /// The pictures that can be drawn, or nil for their texts alone.
  var pictures: PictureDrawing?

  /// Draws the screen below the existing lines, continuing the row numbers.
  func draw(_ pane: Snapshot.Pane, on page: inout TextPage, numbers: inout RowNumbers) {
    drawHead(of: pane, on: &page)
    if let notice = pane.content.notice {
      page.endLine()
      draw(notice, on: &page)
    }
    drawBody(of: pane.content, on: &page, numbers: &numbers)
  }

  /// Draws the title and the subtitle.
  func drawHead(of pane: Snapshot.Pane, on page: inout TextPage) {
    draw(title: pane.content.title, pane.header, on: &page)
    if let subtitle = pane.content.subtitle { draw(subtitle, .quiet, on: &page) }
  }

  /// Draws the result of the last action.
  func draw(_ notice: Notice, on page: inout TextPage) {
    switch notice.tone {
    case .done: draw(notice.text, .done, after: "✓", on: &page)
    case .problem: draw(notice.text, .problem, after: "!", on: &page)
    }
  }

  /// Draws the status and the sections, each below an empty line.
  func drawBody(
    of content: ScreenContent, on page: inout TextPage, numbers: inout RowNumbers
  ) {
    numbers.beginScreen()
    draw(content.status, on: &page)
    for section in content.sections where section.title != nil || !section.body.isEmpty {
      page.endLine()
      numbers.addSection(section.title, line: page.count)
      if let title = section.title { draw(heading: title, of: section.body, on: &page) }
      draw(section.body, on: &page, numbers: &numbers)
    }
  }

  private func draw(title: String, _ header: Header, on page: inout TextPage) {
    let way: String
    switch header.leave {
    case .none: return draw(title, .title, on: &page)
    case .back: way = "‹ back"
    case .close: way = "× close"
    }
    let wayColumns = way.displayWidth
    let lines = LineWrapping(columns: width - wayColumns - 2).lines(of: title)
    for (index, line) in lines.enumerated() {
      page.append(line, .title)
      if index == 0 {
        page.append(spaces: width - wayColumns - page.columns)
        page.append(way, .quiet)
      }
      page.endLine()
    }
  }

  /// Draws a section's heading.
  private func draw(heading: String, of body: ContentSection.Body, on page: inout TextPage) {
    let lines = LineWrapping(columns: width).lines(of: heading)
    for (index, line) in lines.enumerated() {
      page.append(line, .heading)
      if index == lines.count - 1, case .chart(let chart) = body, !chart.unit.isEmpty {
        let unit = " · \(chart.unit.plain)"
        if page.columns + unit.displayWidth <= width { page.append(unit, .quiet) }
      }
      page.endLine()
    }
  }

  /// Draws a status with an empty line above it.
  private func draw(_ status: ContentStatus, on page: inout TextPage) {
    if case .idle = status { return }
    page.endLine()
    switch status {
    case .idle: break
    case .loading(nil): page.add(line: "… Loading", .quiet)
    case .loading(let progress?): draw(progress, on: &page)
    case .empty(let message): draw(message, .quiet, on: &page)
    case .failed(let message, let retry), .offline(let message, let retry):
      draw(message, .problem, after: "!", on: &page)
      if let retry { draw("Try again: \(retry)", .quiet, indent: 2, on: &page) }
    }
  }

  /// Draws progress as a bar.
  func draw(_ progress: LoadingProgress, on page: inout TextPage) {
    let percent = "  \(progress.percentText)"
    let room = min(max(Self.usualBar, width / 3), max(4, width - 10))
    // The bar is empty at 0% and full at 100% alone.
    let least = progress.fraction > 0 ? 1 : 0
    let full = max(least, Int((progress.fraction * Double(room)).rounded(.down)))
    let columns = room + percent.displayWidth + 2 + (progress.label?.plain.displayWidth ?? 0)
    if let label = progress.label, columns > width { draw(label, .plain, on: &page) }
    page.append("█", times: full)
    page.append("░", times: room - full, .quiet)
    page.append(percent)
    if let label = progress.label, columns <= width {
      page.append(spaces: 2)
      page.append(label, .quiet)
    }
    page.endLine()
  }

  /// Draws text on as many lines as it needs.
  func draw(_ text: String, _ style: TextStyle, indent: Int = 0, on page: inout TextPage) {
    for line in LineWrapping(columns: width - indent).lines(of: text) {
      page.add(line: line, style, indent: indent)
    }
  }

  /// Draws text after a mark, with the lines aligned.
  private func draw(
    _ text: String, _ style: TextStyle, after mark: String, on page: inout TextPage
  ) {
    for (index, line) in LineWrapping(columns: width - 2).lines(of: text).enumerated() {
      page.append(index == 0 ? "\(mark) " : "  ", style)
      page.append(line, style)
      page.endLine()
    }
  }
}

extension LoadingProgress {
  /// The part done in percent: 0% and 100% only at the beginning and the end.
  var percentText: String {
    if let percent { return "\(percent)%" }
    let percent = Int((fraction * 100).rounded())
    return fraction > 0 && fraction < 1 ? "\(min(max(percent, 1), 99))%" : "\(percent)%"
  }
}
