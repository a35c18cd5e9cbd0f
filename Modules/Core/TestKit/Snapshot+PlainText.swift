public import Core

extension Snapshot {
  /// The snapshot as plain text, for messages of failing tests.
  public var plainText: String {
    panes.map(\.plainText).joined(separator: "\n---\n")
  }

  /// The snapshot as plain text, or a sentence if nothing is visible.
  var textOfIssue: String { panes.isEmpty ? "The app shows nothing." : plainText }
}

extension Snapshot.Pane {
  fileprivate var plainText: String {
    var lines = ["[\(kind)] \(content.title)"]
    if let subtitle = content.subtitle { lines.append(subtitle) }
    if content.status != .idle { lines.append("status: \(content.status)") }
    if let notice = content.notice { lines.append("notice: \(notice.text)") }
    for section in content.sections {
      if let title = section.title { lines.append("# \(title)") }
      lines += section.plainLines
    }
    for action in content.actions {
      lines.append("(\(action.id)) \(action.title) \(action.disabledReason ?? "")")
    }
    return lines.joined(separator: "\n")
  }
}

extension ContentSection {
  fileprivate var plainLines: [String] {
    switch body {
    case .rows(let rows):
      rows.map { row in
        "- \(row.title)" + (row.detail.map { " · \($0)" } ?? "")
          + (row.badge.map { " [\($0)]" } ?? "")
      }
    case .fields(let fields):
      fields.map { field in
        "\(field.label): \(field.value.map { "\($0)" } ?? "")"
          + (field.problem.map { " ! \($0)" } ?? "")
      }
    case .text(let text): [text]
    case .picture(let picture): ["picture: \(picture.alternative)"]
    case .progress(let progress): ["progress: \(progress.label ?? "") \(progress.fraction)"]
    case .chart(let chart): chart.points.map { "\($0.label): \($0.value) \(chart.unit)" }
    }
  }
}
