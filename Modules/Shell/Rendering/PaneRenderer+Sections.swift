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
    case .chart(let chart): self.chart(chart)
    }
  }

  private func chart(_ chart: Chart) -> [TextLine] {
    let labels = min(width / 3, chart.points.map(\.label.plain.displayWidth).max() ?? 0)
    let numbers = chart.points.map(\.value.shortText)
    let columns = min(12, numbers.map(\.utf8.count).max() ?? 0)
    let room = max(1, min(50, width - labels - columns - 6))
    let largest = chart.points.map(\.value).max() ?? 0
    return zip(chart.points, numbers).map { point, number in
      var line = TextLine()
      line.append(spaces: 2)
      line.append(Cell(point.label).truncated(to: labels).padded(to: labels))
      line.append(spaces: 2)
      line.append(
        Cell(number, isolation: .off).truncated(to: columns)
          .padded(to: columns, alignment: .trailing))
      let part = largest > 0 ? max(0, point.value / largest) : 0
      let length = part > 0 ? max(1, Int((part * Double(room)).rounded())) : 0
      if length > 0 { line.append("  " + String(repeating: "█", count: length), .done) }
      return line
    }
  }
}
