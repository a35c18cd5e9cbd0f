import Core

extension PaneRenderer {
  /// The lines of a section without its heading.
  func body(of section: ContentSection, numbers: inout RowNumbers) -> [TextLine] {
    switch section.body {
    case .rows(let rows): RowList(rows, width: width).lines(numbers: &numbers)
    case .fields(let fields): self.fields(fields)
    case .text(let text): wrapped(text)
    case .picture(let picture): wrapped("[\(picture.alternative)]", .quiet)
    case .progress(let progress): bar(progress)
    case .chart(let chart): BarChart(chart, width: width).lines
    }
  }
}
