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
    case .picture(let picture): draw("[\(picture.alternative)]", .quiet, on: &page)
    case .progress(let progress): draw(progress, on: &page)
    case .chart(let chart): ChartDrawing(chart, width: width).draw(on: &page)
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
