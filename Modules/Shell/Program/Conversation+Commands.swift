import Core
import Services

// Commands at the prompt of a field.
extension Conversation {
  /// Returns the line for the usual prompt if a command follows the colon: a word of the shell or of
  /// the app, or an action in full.
  func command(of line: String, _ word: String) -> String? {
    if word.isEmpty { return nil }
    let name = word.bounded.lowercased()
    let isShortcut = shell.lineContext.shortcuts.contains { $0.word == name }
    if ShellWord(typed: name) != nil || isShortcut { return line }
    let actions = VisibleItems(shell.app.session.snapshot).actions
    let action = WordMatch.inFull(line.dropFirst(), among: actions, names: \.thing.names)
    return action.map { _ in String(line.dropFirst()) }
  }

  /// Refuses an unknown word after a colon, which is more likely a mistyped command than a value.
  func unknown(
    _ word: String, in line: String, for field: Field, filledBy command: String
  ) -> CommandReport {
    let actions = VisibleItems(shell.app.session.snapshot).actions
    let known = shell.lineContext.words + actions.map(\.thing.id.rawValue)
    let nearest = EditDistance.nearest(to: word, among: known)
    return CommandReport(
      failure: AskingHint.unknown(word, nearest: nearest),
      notes: field.kind.takesAnyText ? [AskingHint.literal(line, command)] : [])
  }

  /// Returns the value after the command whose prompt this is, if a user types the command again, such as `sort title`;
  /// and the text of the value.
  func value(
    in typed: String, after command: String, for field: Field
  ) -> (FieldValue, typed: String)? {
    let line = typed.trimmed
    guard line.utf8.count <= 1000, line.lowercased().hasPrefix("\(command) ") else { return nil }
    let rest = String(line.dropFirst(command.count + 1))
    return (try? field.value(from: rest, with: shell.lineContext)).map { ($0, rest) }
  }

  func learn(_ secret: Secret) {
    shell.recorder?.learn(secret)
    shell.memory?.learn(secret)
  }

  /// Whether a line would be a command at the usual prompt, and no text such as words to search for.
  func isCommand(_ line: String) -> Bool {
    let command = try? Command.parse(
      line, in: shell.app.session.snapshot, with: commandContext)
    return switch command {
    case nil, .choose, .chooseSeveral, .fill, .walk, .nothing: false
    default: true
    }
  }
}
