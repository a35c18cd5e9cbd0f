import Core

/// Draws the rows of one section: titles, details and badges in columns, and what is too long for
/// its column on lines of its own.
struct RowList {
  private struct Measured {
    let isSelected: Bool
    let title: Cell
    let detail: Cell?
    let badge: Cell?
    var titleColumns: Int { title.columns }
    var detailColumns: Int { detail?.columns ?? 0 }
  }

  private let width: Int
  private let rows: [Row]
  private let measured: [Measured]

  init(_ rows: [Row], width: Int) {
    self.width = width
    self.rows = rows
    measured = rows.map { row in
      Measured(
        isSelected: row.isSelected, title: Cell(row.title), detail: row.detail.map { Cell($0) },
        badge: row.badge.map { Cell("[\($0)]") })
    }
  }

  /// Adds the rows' lines, numbered.
  func draw(below lines: inout [TextLine], numbers: inout RowNumbers) {
    // The number, two spaces before it, and room for the mark of the chosen row.
    let margin = numbers.columns + 5
    let room = width - margin
    let badges = measured.compactMap(\.badge?.columns).max() ?? 0
    let titles = measured.lazy.map(\.titleColumns).filter { $0 <= room / 2 }.max() ?? 0
    let detailRoom = room - titles - 2 - (badges > 0 ? badges + 2 : 0)
    let details =
      measured.lazy.filter { $0.titleColumns <= titles && $0.detailColumns <= detailRoom }
      .map(\.detailColumns).max() ?? 0
    for (index, row) in measured.enumerated() {
      var line = TextLine(capacity: width)
      line.append(spaces: 2)
      line.append(
        Cell(numbers.next(), isolation: .off).padded(to: numbers.columns, alignment: .trailing),
        .quiet)
      if row.isSelected { line.append(" • ", .chosen) } else { line.append(spaces: 3) }
      let isAlone = row.detail == nil && row.badge == nil
      if row.titleColumns <= (isAlone ? room : titles), row.detailColumns <= details {
        add(row, to: &line, titles: titles, details: details)
        lines.append(line)
      } else {
        lines += stacked(row, rows[index], line, margin: margin)
      }
    }
  }

  /// Adds a row in columns.
  private func add(_ row: Measured, to line: inout TextLine, titles: Int, details: Int) {
    line.append(row.title, row.isSelected ? .title : .plain)
    line.append(spaces: titles - row.titleColumns)
    if details > 0 {
      line.append(spaces: 2)
      if let detail = row.detail { line.append(detail, .quiet) }
      line.append(spaces: details - row.detailColumns)
    }
    if let badge = row.badge {
      line.append(spaces: 2)
      line.append(badge)
    }
  }

  /// A row whose detail stands below its title.
  private func stacked(
    _ row: Measured, _ content: Row, _ start: TextLine, margin: Int
  ) -> [TextLine] {
    let room = width - margin
    let style: TextStyle = row.isSelected ? .title : .plain
    var first = start
    var lines: [TextLine] = []
    if row.titleColumns <= room {
      first.append(row.title, style)
    } else {
      let title = LineWrapping(columns: room).lines(of: content.title.plain)
      first.append(title.first ?? "", style)
      lines = title.dropFirst().map { TextLine($0, style, indent: margin) }
    }
    lines.insert(first, at: 0)
    if let badge = row.badge?.truncated(to: room) {
      var line = TextLine()
      if let last = lines.last, last.columns + 2 + badge.columns <= width {
        line = last
        line.append(spaces: 2)
        lines.removeLast()
      } else {
        line.append(spaces: margin)
      }
      line.append(badge)
      lines.append(line)
    }
    guard let detail = row.detail else { return lines }
    if row.detailColumns <= room {
      var line = TextLine()
      line.append(spaces: margin)
      line.append(detail, .quiet)
      lines.append(line)
    } else {
      lines += LineWrapping(columns: room).lines(of: (content.detail ?? "").plain)
        .map { TextLine($0, .quiet, indent: margin) }
    }
    return lines
  }
}
