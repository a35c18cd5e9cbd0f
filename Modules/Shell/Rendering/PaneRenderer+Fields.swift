import Services
import Core

extension PaneRenderer {
  /// Draws fields as a list of labels and values.
  func draw(_ fields: [Field], on page: inout TextPage, numbers: inout RowNumbers) {
    let longest = fields.map { $0.label.plain.displayWidth }.max() ?? 0
    let labels = min(longest + 1, max(8, width / 2 - 4))
    for field in fields {
      numbers.addField(line: page.count)
      draw(field, labels: labels, on: &page)
    }
  }

  private func draw(_ field: Field, labels: Int, on page: inout TextPage) {
    let margin = labels + 4
    let room = max(4, width - margin)
    page.append(spaces: 2)
    let name = Cell("\(field.label.plain.truncated(to: labels - 1)):")
    page.append(name.padded(to: labels), .quiet)
    page.append(spaces: 2)

    let (text, style) = value(of: field)
    for (index, line) in LineWrapping(columns: room).lines(of: text).enumerated() {
      if index > 0 {
        page.endLine()
        page.append(spaces: margin)
      }
      page.append(line, style)
    }
    draw(field.kind.options, margin: margin, on: &page)
    guard let problem = field.problem else { return }
    for line in LineWrapping(columns: room, hangingIndent: 2).lines(of: "! \(problem)") {
      page.add(line: line, .problem, indent: margin)
    }
  }

  /// Draws the options, beside the value if there is room.
  private func draw(_ options: [Field.Option], margin: Int, on page: inout TextPage) {
    guard !options.isEmpty else { return page.endLine() }
    let titles = "(" + options.shownTitles.joined(separator: " | ") + ")"
    if page.columns + 2 + titles.displayWidth <= width {
      page.append(spaces: 2)
      page.append(titles, .quiet)
      page.endLine()
    } else {
      page.endLine()
      for line in LineWrapping(columns: max(4, width - margin)).lines(of: titles) {
        page.add(line: line, .quiet, indent: margin)
      }
    }
  }

  private func value(of field: Field) -> (String, TextStyle) {
    if let text = field.value?.text(of: field) { return (text, .plain) }
    // Without colours a placeholder must not look like a value.
    return (field.placeholder.map { "— (\($0))" } ?? "—", .quiet)
  }
}

extension FieldValue {
  /// Returns the value as displayed text.
  func text(of field: Field) -> String {
    switch self {
    case .text(let text): text
    case .number(let number): String(number)
    case .choice(let id):
      field.kind.options.first { $0.id == id }?.title.plain ?? id.rawValue.plain
    case .date(let date): date.description
    case .secret, .filled: "••••••••"
    }
  }

  /// Returns the value on one short line, or nil if there is none.
  func shortText(of field: Field) -> String? {
    let text = String(text(of: field).prefix(41)).plain.truncated(to: 40)
    return text.isEmpty ? nil : text
  }
}
