package import Terminal

/// How a terminal can show pictures, by its own answers.
package struct PictureAbilities: Hashable, Sendable {
  /// Kitty's graphics protocol.
  package var hasKitty = false
  /// iTerm2's inline images.
  package var hasITerm = false
  /// Sixel graphics.
  package var hasSixel = false
  /// The pixels of a character cell, or nil if unknown.
  package var cell: TerminalAnswer.CellSize?

  /// The first questions: name (XTVERSION), the cell's pixels, then the attributes (DA1), which every
  /// terminal answers and which therefore end the answers.
  package static let firstQuestions = "\u{1B}[>q\u{1B}[16t\u{1B}[c"
  /// The questions for a terminal that has a name: a picture of one pixel for kitty's protocol, which
  /// is only checked, and iTerm2's cell size.
  package static let furtherQuestions =
    "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}]1337;ReportCellSize\u{7}\u{1B}[c"

  /// Creates abilities of which nothing is known.
  package init() {}

  /// Returns whether to ask further. Not tmux and GNU screen: tmux would take kitty's question for a
  /// title.
  static func asksFurther(after answers: [TerminalAnswer]) -> Bool {
    answers.contains { answer in
      guard case .name(let name) = answer else { return false }
      return !name.lowercased().hasPrefix("tmux") && !name.lowercased().hasPrefix("screen")
    }
  }

  /// Adds what answers say.
  mutating func learn(_ answers: [TerminalAnswer]) {
    for answer in answers {
      switch answer {
      case .attributes(let numbers): hasSixel = hasSixel || numbers.contains(4)
      case .name: break
      case .kitty(let isOK): hasKitty = hasKitty || isOK
      case .cell(let size): cell = size
      case .iTerm: hasITerm = true
      }
    }
  }
}
