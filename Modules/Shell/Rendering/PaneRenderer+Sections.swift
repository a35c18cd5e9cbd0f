import Core

extension PaneRenderer {
  /// The lines of a section without its heading.
  func body(of section: ContentSection, numbers: inout RowNumbers) -> [TextLine] {
    switch section.body {
    case .rows(let rows): self.rows(rows, numbers: &numbers)
    case .fields(let fields): self.fields(fields)
    case .text(let text): wrapped(text)
    case .picture(let picture): wrapped("[\(picture.alternative)]", .quiet)
    case .progress(let progress): bar(progress)
    case .chart(let chart): self.chart(chart)
    }
  }

  private func rows(_ rows: [Row], numbers: inout RowNumbers) -> [TextLine] {
    // Number, a mark for the chosen row, and a space on each side of it.
    let margin = numbers.columns + 5
    let room = width - margin
    let measures = rows.map { row in
      (
        title: Cell(row.title), detail: row.detail.map { Cell($0) },
        badge: row.badge.map { Cell("[\($0)]") }
      )
    }
    let titles = measures.map(\.title.columns).max() ?? 0
    let details = measures.compactMap(\.detail?.columns).max() ?? 0
    let badges = measures.compactMap(\.badge?.columns).max() ?? 0
    let total = titles + (details > 0 ? details + 2 : 0) + (badges > 0 ? badges + 2 : 0)
    let isTable = total <= room
    var lines: [TextLine] = []
    for (row, measure) in zip(rows, measures) {
      var line = TextLine()
      line.append(spaces: 2)
      line.append(
        Cell(numbers.next(), isolation: .off).padded(to: numbers.columns, alignment: .trailing),
        .quiet)
      line.append(row.isSelected ? " • " : "   ", .chosen)
      let style: TextStyle = row.isSelected ? .title : .plain
      if isTable {
        line.append(
          row.detail == nil && row.badge == nil
            ? measure.title : measure.title.padded(to: titles), style)
        if details > 0 {
          line.append(spaces: 2)
          line.append((measure.detail ?? Cell("")).padded(to: details), .quiet)
        }
        if let badge = measure.badge {
          line.append(spaces: 2)
          line.append(badge)
        }
        lines.append(line)
      } else {
        lines += stacked(row, line, margin: margin, style)
      }
    }
    return lines
  }

  /// A row whose detail stands below its title.
  private func stacked(
    _ row: Row, _ start: TextLine, margin: Int, _ style: TextStyle
  ) -> [TextLine] {
    let room = width - margin
    var lines = LineWrapping(columns: room).lines(of: row.title.plain)
      .map { TextLine($0, style, indent: margin) }
    var first = start
    first.append(TextLine(LineWrapping(columns: room).lines(of: row.title.plain)[0], style))
    if lines.isEmpty { lines = [first] } else { lines[0] = first }
    if let badge = row.badge {
      let badge = Cell("[\(badge)]").truncated(to: room)
      let last = lines.count - 1
      if lines[last].columns + 2 + badge.columns <= width {
        lines[last].append(spaces: 2)
        lines[last].append(badge)
      } else {
        var line = TextLine()
        line.append(spaces: margin)
        line.append(badge)
        lines.append(line)
      }
    }
    if let detail = row.detail { lines += wrapped(detail.plain, .quiet, indent: margin) }
    return lines
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
