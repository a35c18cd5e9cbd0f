import Core
import Terminal

extension Conversation {
  /// Prints the result of a command. An answer or a whole screen that is taller than the terminal is
  /// shown in the pager.
  func show(_ report: CommandReport) async {
    guard let pager = shell.pager, case .text(let renderer) = shell.format,
      let rows = renderer.windows?.rows
    else { return tell(report) }
    var (text, rest) = ("", report)
    if let answer = report.answer {
      text = renderer.answer(answer)
      rest.answer = nil
    } else if report.isWhole {
      text = renderer.screen(report.after ?? shell.app.session.cachedSnapshot)
      rest.showsScreen = false
    }
    // The prompt and the empty line above it stay visible.
    guard text.utf8.count(where: { $0 == UInt8(ascii: "\n") }) > rows - 2 else {
      return tell(report)
    }
    // Between two lines it stays as the editor of lines needs it.
    shell.console.editor?.restoreTerminal()
    guard let status = await pager.show(text) else { return tell(report) }
    rest.notes += [pager.problem(status: status)].compactMap(\.self)
    tell(rest)
  }
}
