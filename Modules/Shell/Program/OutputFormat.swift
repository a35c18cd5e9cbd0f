import Core

/// Renders reports and screens as text or JSON.
enum OutputFormat: Sendable {
  /// Text for people.
  case text(TextRenderer)
  /// Objects for programs.
  case json(JSONRenderer)

  /// Whether programs read the output.
  var isJSON: Bool {
    if case .json = self { true } else { false }
  }

  /// Returns the text of a report for standard output.
  @MainActor func words(for report: CommandReport, line: Int?, of session: AppSession) -> String {
    var text = ""
    switch self {
    case .text(let renderer):
      if let answer = report.answer { text += renderer.answer(answer) + "\n" }
      if report.showsScreen { text += screen(of: report, session, renderer) + "\n" }
    case .json(let renderer):
      if let failure = report.failure { text += renderer.problem(failure, line: line) }
      for note in report.notes { text += renderer.note(note, line: line) }
      if let answer = report.answer { text += renderer.answer(answer) }
      if report.showsScreen {
        text += renderer.screen(
          report.after ?? session.cachedSnapshot, trail: session.navigation.breadcrumbs)
      }
    }
    return text
  }

  /// Returns the screen, which leaves a terminal room for an empty line, messages and the prompt.
  @MainActor private func screen(
    of report: CommandReport, _ session: AppSession, _ renderer: TextRenderer
  ) -> String {
    let snapshot = report.after ?? session.cachedSnapshot
    guard let windows = renderer.windows, !report.isWhole else { return renderer.screen(snapshot) }
    windows.keep(session.navigation.tree.allEntries.map(\.id))
    let messages = report.messages.map { renderer.message($0.text, $0.style) }.joined()
    return renderer.screen(
      snapshot, in: windows, leaving: 2 + messages.count { $0 == "\n" })
  }
}

extension CommandReport {
  /// The messages that are printed after the screen.
  var messages: [(text: String, style: TextStyle)] {
    let failures = isSaidOnScreen ? [] : [failure].compactMap { $0 }
    return failures.map { ($0, .problem) } + notes.map { ($0, .quiet) }
  }
}
