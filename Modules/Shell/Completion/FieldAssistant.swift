import Terminal
import Services
import Core

/// Completes the value of a field, and takes pastes into it.
struct FieldAssistant: LineAssistant {
  let field: Field

  func completion(of line: String) -> LineCompletion? {
    let typed = line[...].drop(while: \.isBlank)
    switch field.kind {
    case .choice(let options):
      let titles = options.map { LineCompletion.Candidate($0.typedName.plain) }
      return .of(typed, among: titles, endsWord: false)
    // The identifier says that the text is a path.
    case .text where field.id == "file": return FileCandidates.completion(of: String(typed))
    case .longText where field.id == "file": return lastPath(typed)
    case .text, .email, .secure, .newPassword, .number, .date, .longText: return nil
    }
  }

  /// Completes the last of several paths, which `\n` separates; none with a backslash, which is typed twice.
  private func lastPath(_ typed: Substring) -> LineCompletion? {
    let start = typed.ranges(of: "\\n").last?.upperBound ?? typed.startIndex
    var found = FileCandidates.completion(of: String(typed[start...]))
    found?.candidates.removeAll { $0.text.contains("\\") }
    // Another path may follow.
    found?.endsWord = false
    return found?.candidates.isEmpty == true ? nil : found
  }

  func place(_ paste: String, after line: String) -> PastePlace {
    guard field.kind == .longText else { return .line(paste.replacing("\n", with: " ")) }
    return .line(paste.withEscapedLineBreaks)
  }
}
