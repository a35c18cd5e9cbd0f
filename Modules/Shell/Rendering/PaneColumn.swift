import Core

/// One screen, drawn in parts: what stays above, the part that can be seen through a window, and the
/// actions.
struct PaneColumn {
  /// The columns of a line.
  let width: Int
  /// The title and the subtitle.
  private let head: TextPage
  /// The notice, the status and the sections.
  let body: TextPage
  /// The words of the actions.
  private let actions: TextPage
  /// The body's lines on which the rows begin.
  let rowLines: [Int]
  /// The body's lines on which the fields begin.
  let fieldLines: [Int]
  /// The body's lines on which the sections begin, and their headings.
  private let sections: [(line: Int, heading: String?)]
  private let firstNumber: Int
  /// Whether the list has rows that are not loaded, which `down` loads at its end.
  private let isPartlyLoaded: Bool

  /// Draws a screen, continuing the row numbers.
  init(
    _ pane: Snapshot.Pane, width: Int, hasStyles: Bool, pictures: PictureDrawing? = nil,
    numbers: inout RowNumbers
  ) {
    let renderer = PaneRenderer(width: width, pictures: pictures)
    var (head, body, actions) = (
      TextPage(hasStyles: hasStyles), TextPage(hasStyles: hasStyles),
      TextPage(hasStyles: hasStyles)
    )
    firstNumber = numbers.last + 1
    isPartlyLoaded = pane.content.hasMoreRows
    renderer.drawHead(of: pane, on: &head)
    if let notice = pane.content.notice {
      body.endLine()
      renderer.draw(notice, on: &body)
    }
    renderer.drawBody(of: pane.content, on: &body, numbers: &numbers)
    if !pane.content.actions.isEmpty { renderer.draw(pane.content.actions, on: &actions) }
    self.width = width
    (self.head, self.body, self.actions) = (head, body, actions)
    (rowLines, fieldLines, sections) = (numbers.rowLines, numbers.fieldLines, numbers.sections)
  }

  /// The number of lines of the whole screen.
  var height: Int { head.count + body.count + actionLines(most: .max) }

  /// The number of lines of the actions, with the empty line above them.
  func actionLines(most: Int) -> Int {
    actions.count == 0 ? 0 : 1 + min(actions.count, most)
  }

  /// The lines above the actions.
  func content() -> TextPage {
    var page = head
    page.add(body)
    return page
  }

  /// The lines that a window of a number of lines leaves to the body, without the line that tells
  /// which part is seen and, if sections have headings, one for a heading; nil if the whole screen
  /// fits.
  func room(inLines lines: Int) -> Int? {
    head.count + body.count <= lines
      ? nil : max(1, lines - headLines(of: lines) - 1 - (hasHeadings ? 1 : 0))
  }

  private var hasHeadings: Bool { sections.contains { $0.heading != nil } }

  /// Returns the heading above the window's first line, or nil if that line isn't inside a section
  /// with a heading.
  private func heading(at top: Int) -> String? {
    guard let section = sections.last(where: { $0.line <= top }), section.line < top else {
      return nil
    }
    return section.heading
  }

  private func headLines(of lines: Int) -> Int { min(head.count, max(1, lines / 3)) }

  /// The lines above the actions, with a part of the body.
  ///
  /// - Parameters:
  ///   - lines: the number of lines.
  ///   - top: the first line of the body that is seen.
  ///   - side: the word after the words that move the window, such as `left`.
  func content(lines: Int, top: Int, side: String = "") -> TextPage {
    guard let room = room(inLines: lines) else { return content() }
    var page = TextPage(hasStyles: body.hasStyles)
    let headLines = headLines(of: lines)
    // The first line ends with the way back, so that a mark would have no room.
    if headLines == 1 {
      page.add(0..<1, of: head)
    } else {
      page.add(head, most: headLines, width: width)
    }
    let heading = heading(at: top)
    if let heading { page.add(line: heading.plain.truncated(to: width), .heading) }
    // Without a heading, its line is the body's.
    let more = heading == nil && hasHeadings && headLines + room + 2 <= lines ? 1 : 0
    let seen = top..<min(top + room + more, body.count)
    page.add(seen, of: body)
    let position = position(of: seen)
    let words =
      (seen.lowerBound > 0 ? ["up\(side)"] : [])
      + (seen.upperBound < body.count || isPartlyLoaded ? ["down\(side)"] : [])
    let texts = [words + ["page"], words, []].map { words in
      words.isEmpty ? position : "\(position) · \(words.joined(separator: ", "))"
    }
    let text = texts.first { $0.displayWidth <= width - 2 } ?? position
    page.add(line: text.truncated(to: width - 2), .quiet, indent: 2)
    return page
  }

  /// Returns which rows are seen, or which lines if that isn't part of the rows.
  private func position(of seen: Range<Int>) -> String {
    let rows = rowLines.indices.filter { seen.contains(rowLines[$0]) }
    guard let first = rows.first, let last = rows.last, rows.count < rowLines.count else {
      return "lines \(seen.lowerBound + 1)-\(seen.upperBound) of \(body.count)"
    }
    let numbers = Set([first, last]).sorted().map { String(firstNumber + $0) }
    let loaded = isPartlyLoaded ? " loaded" : ""
    return "\(numbers.joined(separator: "-")) of \(firstNumber + rowLines.count - 1)\(loaded)"
  }

  /// Draws lines and the actions below them.
  ///
  /// - Parameters:
  ///   - height: the number of lines above the actions, at least.
  ///   - most: the largest number of lines of the actions.
  func draw(
    _ content: TextPage, paddedTo height: Int = 0, maximumActions most: Int = .max,
    on page: inout TextPage
  ) {
    page.add(content)
    guard actions.count > 0 else { return }
    for _ in 0..<max(0, height - content.count) { page.endLine() }
    page.endLine()
    page.add(actions, most: most, width: width)
  }
}
