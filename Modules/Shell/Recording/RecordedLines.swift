import Core

/// The lines of a command's result in a recording, used for recording and for comparing.
@MainActor struct RecordedLines {
  /// The failure, the messages, the answer and the screen.
  let lines: [String]

  init(_ report: CommandReport, _ session: AppSession, _ renderer: TextRenderer) {
    var lines: [String] = []
    if let failure = report.failure { lines.append("! \(failure)") }
    lines += report.notes.map { "· \($0)" }
    lines += report.answer ?? []
    // Without the last line break, which would give an empty line.
    if report.showsScreen {
      lines.append(String(renderer.screen(report.after ?? session.snapshot).dropLast()))
    }
    // As read back from a file: single lines without trailing spaces.
    self.lines = lines.flatMap { line in
      line.split(separator: "\n", omittingEmptySubsequences: false)
        .map { String($0).withoutTrailingSpaces }
    }
  }
}
