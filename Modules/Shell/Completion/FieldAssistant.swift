import Terminal
import Services
import Core

/// Completes the value of a field, and takes pastes into it.
struct FieldAssistant: LineAssistant {
  let field: Field

  func completion(of line: String) -> LineCompletion? {
    let typed = line[...].drop(while: \.isBlank)
    switch field.kind {
    case .choice(let options): return .of(typed, among: titles(options), endsWord: false)
    case .choices(let options):
      let last = typed[(typed.lastIndex(of: ",").map(typed.index(after:)) ?? typed.startIndex)...]
      return .of(last.drop(while: \.isBlank), among: titles(options), endsWord: false)
    // The identifier says that the text is a path.
    case .text where field.id == "file": return FileCandidates.completion(of: String(typed))
    case .text, .email, .secure, .newPassword, .number, .date, .longText: return nil
    }
  }

  func place(_ paste: String, after line: String) -> PastePlace {
    guard field.kind == .longText else { return .line(paste.replacing("\n", with: " ")) }
    return .line(paste.withEscapedLineBreaks)
  }

  private func titles(_ options: [Field.Option]) -> [LineCompletion.Candidate] {
    options.map { .init($0.typedName.plain) }
  }
}
