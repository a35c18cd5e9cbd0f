/// Wraps one paragraph by Characters, in linear time.
nonisolated struct WrappedParagraph: Sendable {
  /// The columns of a line, including its indent.
  let columns: Int

  /// The indent of all lines except the first.
  let hangingIndent: Int

  /// The full lines.
  private var lines: [String] = []

  /// The current line, without its indent.
  private var line = Run()

  /// The spaces after the line, dropped if the line ends there.
  private var spaces = Run()

  /// The unbreakable word after the spaces.
  private var word = Run()

  /// The last Character of the word, after which a break may follow.
  private var previous: Character?

  /// Creates an empty paragraph.
  init(columns: Int, hangingIndent: Int) {
    self.columns = columns
    self.hangingIndent = hangingIndent
  }

  /// Appends the paragraph's next Character.
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

  /// Returns all lines, one empty line for a paragraph without a word.
  consuming func finished() -> [String] {
    placeWord()
    if !line.text.isEmpty || lines.isEmpty { endLine() }
    return lines
  }

  /// The columns for text on the next line.
  private var columnsOfNewLine: Int {
    lines.isEmpty && line.text.isEmpty ? columns : columns - hangingIndent
  }

  /// The columns for text on the current line.
  private var columnsOfLine: Int { lines.isEmpty ? columns : columns - hangingIndent }

  /// Places the word on the line, or on a new line if it does not fit.
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

  /// Places the beginning of a word that is too long on a line of its own.
  private mutating func breakWord() {
    placeWord()
    endLine()
  }

  /// Ends the current line.
  private mutating func endLine() {
    lines.append(String(repeating: " ", count: lines.isEmpty ? 0 : hangingIndent) + line.text)
    line = Run()
  }
}

nonisolated extension WrappedParagraph {
  /// Text and its columns.
  fileprivate struct Run: Sendable {
    /// The text.
    var text = ""

    /// The columns of the text.
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
