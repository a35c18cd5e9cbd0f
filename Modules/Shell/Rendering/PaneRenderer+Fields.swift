import Core

extension PaneRenderer {
  /// The fields as labels and values below each other.
  func fields(_ fields: [Field]) -> [TextLine] {
    let longest = fields.map { $0.label.plain.displayWidth }.max() ?? 0
    let labels = min(longest + 1, max(8, width / 3))
    return fields.flatMap { lines(of: $0, labels: labels) }
  }

  private func lines(of field: Field, labels: Int) -> [TextLine] {
    let margin = labels + 4
    let room = max(4, width - margin)
    var label = TextLine()
    label.append(spaces: 2)
    let name = Cell("\(field.label.plain.truncated(to: labels - 1)):")
    label.append(name.padded(to: labels), .quiet)
    label.append(spaces: 2)

    let (text, style) = value(of: field)
    let wrapped = LineWrapping(columns: room).lines(of: text)
    var lines = wrapped.map { TextLine($0, style, indent: margin) }
    label.append(wrapped.first ?? "", style)
    if lines.isEmpty { lines = [label] } else { lines[0] = label }
    let options = field.kind.options
    if !options.isEmpty {
      let titles = "(" + options.shownTitles.joined(separator: " | ") + ")"
      let last = lines.count - 1
      if lines[last].columns + 2 + titles.displayWidth <= width {
        lines[last].append(spaces: 2)
        lines[last].append(titles, .quiet)
      } else {
        lines += LineWrapping(columns: room).lines(of: titles)
          .map { TextLine($0, .quiet, indent: margin) }
      }
    }
    if let problem = field.problem {
      lines += LineWrapping(columns: room, hangingIndent: 2).lines(of: "! \(problem)")
        .map { TextLine($0, .problem, indent: margin) }
    }
    return lines
  }

  private func value(of field: Field) -> (String, TextStyle) {
    if let text = field.value?.text(of: field) { return (text, .plain) }
    // Without colour an example must not look like a value.
    return (field.placeholder.map { "— (\($0))" } ?? "—", .quiet)
  }
}

extension FieldValue {
  /// The value as a person reads it in its field.
  func text(of field: Field) -> String {
    let title = { (id: Field.Option.ID) in
      field.kind.options.first { $0.id == id }?.title.plain ?? id.rawValue.plain
    }
    return switch self {
    case .text(let text): text
    case .number(let number): number.shortText
    case .choice(let id): title(id)
    case .choices(let ids): ids.map(title).joined(separator: ", ")
    case .date(let date): date.description
    case .secret, .filled: "••••••••"
    }
  }

  /// The value on one short line, or nil where there is nothing to read.
  func shortText(of field: Field) -> String? {
    let text = String(text(of: field).prefix(41)).plain.truncated(to: 40)
    return text.isEmpty ? nil : text
  }
}
