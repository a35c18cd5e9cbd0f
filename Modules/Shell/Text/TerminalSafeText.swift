// A control becomes U+FFFD, so that an attempt at one is seen. An unseen scalar is removed, for it
// stands for nothing that could be shown. A line break, U+2028 and U+2029 among them, or a tab
// becomes the white space its place allows, for without it two words would be one. A lone surrogate
// cannot come, for a String has none.

/// Holds outside text made safe to write to a terminal, where it shows and does nothing else
/// (ECMA-48, UTR #36).
nonisolated struct TerminalSafeText: Sendable, Equatable {
  /// Bounds the marks on one base; real text has fewer, even Indic, Hebrew and Vietnamese.
  static let markLimit = 8

  /// Holds the text, free of controls.
  let text: String

  /// Makes outside text safe on one line: line breaks and tabs become one space each.
  init(line outside: String) {
    self.init(outside, newline: " ", tab: " ")
  }

  /// Makes outside text safe on many lines: a line break becomes a newline, a tab four spaces.
  init(block outside: String) {
    self.init(outside, newline: "\n", tab: "    ")
  }

  /// Keeps the text when it has nothing to change, and else makes it again.
  private init(_ outside: String, newline: Unicode.Scalar, tab: String) {
    let kept = newline == "\n" ? UInt8(ascii: "\n") : UInt8(ascii: " ")
    let isSafe =
      outside.isSimple(but: kept)
      || outside.unicodeScalars.allSatisfy { TerminalScalar($0) == .plain || $0.value == kept }
    text = isSafe ? outside : Self.cleaned(outside.unicodeScalars, newline: newline, tab: tab)
  }

  /// Copies scalars one by one, each as its kind asks (`TerminalScalar`).
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
