import Core

extension ScreenContent {
  /// The problem that the screen shows, or nil.
  var problem: String? {
    if let notice, notice.tone == .problem { notice.text } else { status.problem }
  }

  /// Why the screen has no content, or nil.
  var failure: String? {
    if case .failed(let message, _) = status { return message }
    // A list that can't be read may have its problem as a notice.
    return showsNothing ? problem : nil
  }

  /// Whether the screen has neither rows nor other content; its notice, status and actions do not count.
  var showsNothing: Bool {
    sections.allSatisfy { section in
      switch section.body {
      case .rows(let rows): rows.isEmpty
      case .fields(let fields): fields.isEmpty
      case .text(let text): text.isEmpty
      case .picture, .progress, .chart: false
      }
    }
  }
}
