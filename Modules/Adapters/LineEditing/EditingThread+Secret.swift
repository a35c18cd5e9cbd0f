import Terminal

extension EditingThread {
  /// Reads a line that is not shown, without libedit, which would keep it.
  func readSecret() -> InputLine {
    terminal.edit(marksPastes: false)
    terminal.write(question.prompt)
    terminal.edit()
    edited.hasBegun = true
    // An arrow key is several scalars, and none of them is part of the secret.
    var sequence = KeySequence()
    while let scalar = nextKey() {
      if sequence.takes(scalar, isLast: keys.isEmpty) { continue }
      switch scalar {
      case "\n", "\r":
        terminal.write("\n")
        return .text(edited.secret)
      case "\u{4}": if edited.secret.isEmpty { return .end }
      case "\u{7F}", "\u{8}": if !edited.secret.isEmpty { edited.secret.removeLast() }
      case "\u{15}", "\u{17}": edited.secret = ""
      default:
        if scalar.properties.generalCategory != .control,
          edited.secret.utf8.count < KeyInput.limit
        {
          edited.secret.unicodeScalars.append(scalar)
        }
      }
    }
    return edited.ending ?? .end
  }
}
