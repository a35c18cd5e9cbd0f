// A control character becomes U+FFFD, so that it is visible. An invisible scalar is removed. A line
// break (including U+2028 and U+2029) or a tab becomes the white space that its place allows, so
// that two words stay separate. A String can't contain a lone surrogate.

/// Text from outside, made safe for a terminal, where it is displayed and has no other effect
/// (ECMA-48, UTR #36).
nonisolated struct TerminalSafeText: Sendable, Equatable {
  /// The maximum number of marks on one base; real text has fewer, even Indic, Hebrew and
  /// Vietnamese.
  static let markLimit = 8

  /// The text, without control characters.
  let text: String

  /// Creates safe text on one line: line breaks and tabs become one space each.
  init(line outside: String) {
    self.init(outside, newline: " ", tab: " ")
  }

  /// Creates safe text on many lines: a line break becomes a newline, a tab four spaces.
  init(block outside: String) {
    self.init(outside, newline: "\n", tab: "    ")
  }

  /// Keeps the text if nothing has to change, and otherwise cleans it.
  private init(_ outside: String, newline: Unicode.Scalar, tab: String) {
    let kept = newline == "\n" ? UInt8(ascii: "\n") : UInt8(ascii: " ")
    let isSafe =
      outside.isSimple(but: kept)
      || outside.unicodeScalars.allSatisfy { TerminalScalar($0) == .plain || $0.value == kept }
    text = isSafe ? outside : Self.cleaned(outside.unicodeScalars, newline: newline, tab: tab)
  }

  /// Copies scalars one by one, each according to its kind (`TerminalScalar`).
  private static func cleaned(
    _ scalars: String.UnicodeScalarView, newline: Unicode.Scalar, tab: String
  ) -> String {
    var clean = String.UnicodeScalarView()
    var marks = 0
    var rest = scalars[...]
    while let scalar = rest.popFirst() {
      let kind = TerminalScalar(scalar)
      switch kind {
      case .plain:
        clean.append(scalar)
        guard scalar == FlagTags.base, let tags = FlagTags.sequence(opening: rest) else { break }
        clean.append(contentsOf: tags)
        rest = rest[tags.endIndex...]
      case .mark:
        marks += 1
        if marks <= markLimit { clean.append(scalar) }
      case .lineBreak:
        if scalar == "\r", rest.first == "\n" { rest.removeFirst() }
        clean.append(newline)
      case .tab: clean.append(contentsOf: tab.unicodeScalars)
      case .control: clean.append("\u{FFFD}")
      case .invisible: break
      }
      if kind != .mark && kind != .invisible { marks = 0 }
    }
    return String(clean)
  }
}
