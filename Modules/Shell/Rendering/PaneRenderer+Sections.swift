import Core

extension PaneRenderer {
  /// Draws a section without its heading.
  func draw(
    _ body: ContentSection.Body, on page: inout TextPage, numbers: inout RowNumbers
  ) {
    switch body {
    case .rows(let rows): RowList(rows, width: width).draw(on: &page, numbers: &numbers)
    case .fields(let fields): draw(fields, on: &page, numbers: &numbers)
    case .text(let text): draw(text, .plain, on: &page)
    case .picture(let picture): draw(picture, on: &page)
    case .progress(let progress): draw(progress, on: &page)
    case .chart(let chart): ChartDrawing(chart, width: width).draw(on: &page)
    }
  }

  /// Draws a picture, or its text where only that can be shown.
  private func draw(_ picture: Picture, on page: inout TextPage) {
    switch pictures?.drawn(picture, columns: width) {
    case .lines(let lines, let columns):
      for line in lines {
        page.append(drawn: line, columns: columns)
        page.endLine()
      }
    case .graphic(let text, _, let rows): page.add(graphic: text, rows: rows)
    case nil: draw("[\(picture.alternative)]", .quiet, on: &page)
    }
  }
}

extension ContentSection.Body {
  /// Whether there is nothing to draw.
  var isEmpty: Bool {
    switch self {
    case .rows(let rows): rows.isEmpty
    case .fields(let fields): fields.isEmpty
    case .chart(let chart): chart.points.isEmpty
    case .text, .picture, .progress: false
    }
  }
}
