import Core

/// Draws the rows of one section: titles, details and badges in columns, and details that are too
/// long on lines of their own.
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

  /// Draws the rows, numbered.
  func draw(on page: inout TextPage, numbers: inout RowNumbers) {
    // The number, two spaces before it, and room for the mark of the selected row.
    let margin = numbers.columns + 5
    let room = width - margin
    let badges = measured.compactMap(\.badge?.columns).max() ?? 0
    let titles = measured.lazy.map(\.titleColumns).filter { $0 <= room / 2 }.max() ?? 0
    let detailRoom = room - titles - 2 - (badges > 0 ? badges + 2 : 0)
    let details =
      measured.lazy.filter { $0.titleColumns <= titles && $0.detailColumns <= detailRoom }
      .map(\.detailColumns).max() ?? 0
    let badgeRoom = room - titles - 2 - (details > 0 ? details + 2 : 0)
    for (index, row) in measured.enumerated() {
      page.append(spaces: 2)
      page.append(
        Cell(numbers.next(line: page.count)).padded(to: numbers.columns, alignment: .trailing),
        .quiet)
      if row.isSelected { page.append(" • ", .chosen) } else { page.append(spaces: 3) }
      let isAlone = row.detail == nil && row.badge == nil
      if row.titleColumns <= (isAlone ? room : titles), row.detailColumns <= details,
        row.badge.map({ $0.columns <= badgeRoom }) ?? true
      {
        draw(row, titles: titles, details: details, on: &page)
      } else {
        stack(row, rows[index], margin: margin, on: &page)
      }
    }
  }

  /// Draws a row in columns.
  private func draw(_ row: Measured, titles: Int, details: Int, on page: inout TextPage) {
    page.append(row.title, row.isSelected ? .title : .plain)
    page.append(spaces: titles - row.titleColumns)
    if details > 0 {
      page.append(spaces: 2)
      if let detail = row.detail { page.append(detail, .quiet) }
      page.append(spaces: details - row.detailColumns)
    }
    if let badge = row.badge {
      page.append(spaces: 2)
      page.append(badge)
    }
    page.endLine()
  }

  /// Draws a row with its detail below its title.
  private func stack(_ row: Measured, _ content: Row, margin: Int, on page: inout TextPage) {
    let room = width - margin
    let style: TextStyle = row.isSelected ? .title : .plain
    if row.titleColumns <= room {
      page.append(row.title, style)
    } else {
      let lines = LineWrapping(columns: room).lines(of: content.title.plain)
      for (index, line) in lines.enumerated() {
        if index > 0 {
          page.endLine()
          page.append(spaces: margin)
        }
        page.append(line, style)
      }
    }
    if let badge = row.badge?.truncated(to: room) {
      if page.columns + 2 + badge.columns <= width {
        page.append(spaces: 2)
      } else {
        page.endLine()
        page.append(spaces: margin)
      }
      page.append(badge)
    }
    page.endLine()
    guard let detail = row.detail else { return }
    if row.detailColumns <= room {
      page.append(spaces: margin)
      page.append(detail, .quiet)
      page.endLine()
    } else {
      for line in LineWrapping(columns: room).lines(of: (content.detail ?? "").plain) {
        page.add(line: line, .quiet, indent: margin)
      }
    }
  }
}
