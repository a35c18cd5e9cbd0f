import Core

extension PaneRenderer {
  /// Adds the lines of a section without its heading.
  func draw(
    body: ContentSection.Body, below lines: inout [TextLine], numbers: inout RowNumbers
  ) {
    switch body {
    case .rows(let rows): RowList(rows, width: width).draw(below: &lines, numbers: &numbers)
    case .fields(let fields): lines += self.fields(fields)
    case .text(let text): add(text, .plain, to: &lines)
    case .picture(let picture): add("[\(picture.alternative)]", .quiet, to: &lines)
    case .progress(let progress): lines += bar(progress)
    case .chart(let chart): lines += BarChart(chart, width: width).lines
    }
  }
}
