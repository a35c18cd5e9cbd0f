/// Fills the lines of one paragraph with its Characters, one after the other, in linear time.
nonisolated struct WrappedParagraph: Sendable {
  /// Holds the columns of a line, its indent among them.
  let columns: Int

  /// Holds the spaces before every line but the first.
  let hangingIndent: Int

  /// Holds the lines that are full.
  private var lines: [String] = []

  /// Holds the line being filled, without its indent.
  private var line = Run()

  /// Holds the spaces after the line, dropped where the line ends with them.
  private var spaces = Run()

  /// Holds the word after the spaces, that no break divides.
  private var word = Run()

  /// Holds the last Character of the word, which a break would follow.
  private var previous: Character?

  /// Starts a paragraph of lines of some columns.
  init(columns: Int, hangingIndent: Int) {
    self.columns = columns
    self.hangingIndent = hangingIndent
  }

  /// Takes the paragraph's next Character.
  mutating func append(_ character: Character) {
    if character.isBreakingSpace {
      placeWord()
      spaces.append(character, columns: character.displayWidth)
      previous = nil
      return
    }
    if let previous, LineBreaking.allows(between: previous, and: character) { placeWord() }
    let width = character.displayWidth
    if !word.text.isEmpty, word.columns + width > columnsOfNewLine { breakWord() }
    word.append(character, columns: width)
    previous = character
  }

  /// Gives all lines, one empty line for a paragraph without a word.
  consuming func finished() -> [String] {
    placeWord()
    if !line.text.isEmpty || lines.isEmpty { endLine() }
    return lines
  }

  /// Counts the columns text has on the line a word would open.
  private var columnsOfNewLine: Int {
    lines.isEmpty && line.text.isEmpty ? columns : columns - hangingIndent
  }

  /// Counts the columns text has on the line being filled.
  private var columnsOfLine: Int { lines.isEmpty ? columns : columns - hangingIndent }

  /// Puts the word on the line, or on a new one where it does not fit.
  private mutating func placeWord() {
    guard !word.text.isEmpty else { return }
    if line.columns + spaces.columns + word.columns > columnsOfLine {
      if !line.text.isEmpty { endLine() }
    } else {
      line.append(spaces)
    }
    line.append(word)
    spaces = Run()
    word = Run()
  }

  /// Puts a word as long as a line on a line of its own, for its rest to follow.
  private mutating func breakWord() {
    placeWord()
    endLine()
  }

  /// Ends the line being filled.
  private mutating func endLine() {
    lines.append(String(repeating: " ", count: lines.isEmpty ? 0 : hangingIndent) + line.text)
    line = Run()
  }
}

nonisolated extension WrappedParagraph {
  /// Holds text with the columns it takes, so that none is measured twice.
  fileprivate struct Run: Sendable {
    /// Holds the text.
    var text = ""

    /// Counts its columns.
    var columns = 0

    /// Adds a Character of known width.
    mutating func append(_ character: Character, columns width: Int) {
      text.append(character)
      columns += width
    }

    /// Adds another run.
    mutating func append(_ run: Run) {
      text += run.text
      columns += run.columns
    }
  }
}
