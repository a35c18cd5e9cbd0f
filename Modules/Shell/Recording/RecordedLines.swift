import Core

/// What a recording keeps of a command: the same lines for the one who records and the one who
/// compares.
@MainActor struct RecordedLines {
  /// What failed, what was said, what was answered and what is shown.
  let lines: [String]

  init(_ report: CommandReport, _ session: AppSession, _ renderer: TextRenderer) {
    var lines: [String] = []
    if let failure = report.failure { lines.append("! \(failure)") }
    lines += report.notes.map { "· \($0)" }
    lines += report.answer ?? []
    // The text without its last new line, of which splitting would make an empty line.
    if report.showsScreen {
      lines.append(String(renderer.screen(session.snapshot).dropLast()))
    }
    // What is compared is what can be read back: one line each, nothing at the end.
    self.lines = lines.flatMap { line in
      line.split(separator: "\n", omittingEmptySubsequences: false)
        .map { String($0).withoutTrailingSpaces }
    }
  }
}
