import Core

/// Renders reports and screens as text or JSON.
enum OutputFormat: Sendable {
  /// Text for people.
  case text(TextRenderer)
  /// Objects for programs.
  case json(JSONRenderer)

  /// Returns the text of a report for standard output.
  @MainActor func words(for report: CommandReport, line: Int?, of session: AppSession) -> String {
    var text = ""
    switch self {
    case .text(let renderer):
      if let answer = report.answer { text += renderer.answer(answer) + "\n" }
      if report.showsScreen { text += renderer.screen(report.after ?? session.look()) + "\n" }
    case .json(let renderer):
      if let failure = report.failure { text += renderer.problem(failure, line: line) }
      for note in report.notes { text += renderer.note(note, line: line) }
      if let answer = report.answer { text += renderer.answer(answer) }
      if report.showsScreen {
        text += renderer.screen(
          report.after ?? session.look(), trail: session.navigation.breadcrumbs)
      }
    }
    return text
  }
}
