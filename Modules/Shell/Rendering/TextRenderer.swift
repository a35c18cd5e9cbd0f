import Services
import Core

/// Renders screens as lines of text. ``screen(_:)`` is pure: the same snapshot gives the same text.
struct TextRenderer: Sendable {
  /// The columns of a line.
  let width: Int
  /// Whether styles are written as control sequences.
  let color: Bool
  /// The windows of a terminal through which screens are seen, or nil if they are shown whole.
  let windows: ScreenWindows?

  /// Creates a renderer.
  init(width: Int, color: Bool = false, windows: ScreenWindows? = nil) {
    self.width = max(ShellOptions.widths.lowerBound, width)
    self.color = color
    self.windows = windows
  }

  /// Renders the screen as text that ends with a line break.
  func screen(_ snapshot: Snapshot) -> String {
    page(of: snapshot).text
  }

  /// Renders the screens below each other, at the largest width and without their ways back, so that no text is
  /// broken beside another one.
  static func unbroken(_ snapshot: Snapshot) -> String {
    let renderer = TextRenderer(width: ShellOptions.widths.upperBound)
    return snapshot.panes.map { pane in
      var screen = snapshot
      screen.panes = [pane]
      screen.panes[0].header.leave = .none
      return renderer.screen(screen)
    }.joined()
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
    if snapshot.panes.count == 1 {
      draw(snapshot.panes[0], on: &page)
      return page
    }
    let columns = columns(of: snapshot)
    if isSideBySide(snapshot) {
      draw(columns[0], beside: columns[1], on: &page) { $0.content() }
    } else {
      for (index, column) in columns.enumerated() {
        if index > 0 { page.endLine() }
        column.draw(column.content(), on: &page)
      }
    }
    return page
  }

  /// Draws a screen that is alone, without parts to copy (`make bench`: a journey).
  private func draw(_ pane: Snapshot.Pane, on page: inout TextPage) {
    let renderer = PaneRenderer(width: width)
    var numbers = RowNumbers(count: pane.content.rowCount)
    renderer.draw(pane, on: &page, numbers: &numbers)
    guard !pane.content.actions.isEmpty else { return }
    page.endLine()
    renderer.draw(pane.content.actions, on: &page)
  }

  /// Renders a message with wrapped lines.
  func message(_ text: String, _ style: TextStyle) -> String {
    var page = TextPage(hasStyles: color)
    for line in LineWrapping(columns: width).lines(of: text.plain) { page.add(line: line, style) }
    return page.text
  }

  func draw(_ tabs: [Snapshot.Tab], on page: inout TextPage) {
    var flow = TextFlow(width: width)
    for tab in tabs {
      let title = Cell(tab.title).truncated(to: width - 2)
      if tab.isSelected {
        flow.append("[\(title.text)]", .title, to: &page)
      } else {
        flow.append(title.padded(by: 1), .quiet, to: &page)
      }
    }
    page.endLine()
  }
}
