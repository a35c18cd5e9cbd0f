import Terminal

extension EditingThread {
  /// Reads a line that is not shown, without libedit, which would keep it.
  func readSecret() -> InputLine {
    defer { secret = "" }
    terminal.edit(marksPastes: false)
    terminal.write(question.prompt)
    terminal.edit()
    isEditingStarted = true
    // An arrow key is several scalars, and none of them is part of the secret.
    var sequence = KeySequence()
    while let scalar = nextKey() {
      if sequence.takes(scalar, isLast: keys.isEmpty) { continue }
      switch scalar {
      case "\n", "\r":
        terminal.write("\n")
        return .text(secret)
      case "\u{4}": if secret.isEmpty { return .end }
      case "\u{7F}", "\u{8}": if !secret.isEmpty { secret.removeLast() }
      case "\u{15}", "\u{17}": secret = ""
      default:
        if scalar.properties.generalCategory != .control, secret.utf8.count < KeyInput.limit {
          secret.unicodeScalars.append(scalar)
        }
      }
    }
    return ending ?? .end
  }
}
