import Core

extension TextRenderer {
  /// The columns of the line between two screens.
  private static let gap = 3

  /// Whether two screens are drawn beside each other; otherwise one is below the other.
  func isSideBySide(_ snapshot: Snapshot) -> Bool {
    snapshot.panes.count == 2 && width >= PaneRenderer.narrowest * 2 + Self.gap
  }

  /// Draws the visible screens in parts.
  ///
  /// - Parameters:
  ///   - hasNotices: whether each screen shows the result of its last action.
  ///   - pictures: the pictures that can be drawn, or nil for their texts alone.
  func columns(
    of snapshot: Snapshot, hasNotices: Bool = true, pictures: PictureDrawing? = nil
  ) -> [PaneColumn] {
    var numbers = RowNumbers(count: snapshot.panes.reduce(0) { $0 + $1.content.rowCount })
    let left = max(PaneRenderer.narrowest, (width - Self.gap) * 2 / 5)
    let widths = isSideBySide(snapshot) ? [left, width - Self.gap - left] : [width, width]
    return zip(snapshot.panes.indices, widths).map { index, width in
      var pane = snapshot.panes[index]
      if !hasNotices { pane.content.notice = nil }
      // A word that both screens have is the second one's.
      let taken = Set(snapshot.panes.dropFirst(index + 1).flatMap { $0.content.actions.map(\.id) })
      if !taken.isEmpty { pane.content.actions.removeAll { taken.contains($0.id) } }
      return PaneColumn(
        pane, width: width, hasStyles: color, pictures: pictures, numbers: &numbers)
    }
  }

  /// Draws two screens beside each other, each with its actions below it.
  ///
  /// - Parameters:
  ///   - most: the largest number of lines of each screen's actions.
  ///   - content: returns the lines of a screen, the first one's first.
  func draw(
    _ first: PaneColumn, beside second: PaneColumn, maximumActions most: Int = .max,
    on page: inout TextPage,
    content: (PaneColumn) -> TextPage
  ) {
    let contents = [content(first), content(second)]
    let height = max(contents[0].count, contents[1].count)
    let pages = zip([first, second], contents).map { column, content in
      var page = TextPage(hasStyles: color)
      column.draw(content, paddedTo: height, maximumActions: most, on: &page)
      return page
    }
    for index in 0..<max(pages[0].count, pages[1].count) {
      if index < pages[0].count { page.append(line: index, of: pages[0]) }
      page.append(spaces: first.width - page.columns)
      page.append(" │ ", .quiet)
      if index < pages[1].count { page.append(line: index, of: pages[1]) }
      page.endLine()
    }
  }
}
