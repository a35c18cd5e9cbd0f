import CEdit
import Terminal

extension EditingThread {
  /// Completes the word before the cursor as far as it is clear; a second time lists the candidates.
  ///
  /// - Returns: what libedit does then.
  func complete() -> UInt8 {
    let line = lineBeforeCursor
    guard let found = question.assistant?.completion(of: line), !found.candidates.isEmpty else {
      return UInt8(CC_REFRESH_BEEP)
    }
    if found.candidates.count == 1 {
      replace(found.word, by: found.candidates[0].text + (found.endsWord ? " " : ""))
      return UInt8(CC_REFRESH)
    }
    let common = found.candidates.map(\.label).commonBeginning
    if common.unicodeScalars.count > found.word.unicodeScalars.count {
      replace(found.word, by: common)
      edited.lastCompleted = lineBeforeCursor
      return UInt8(CC_REFRESH)
    }
    guard edited.lastCompleted == line else {
      edited.lastCompleted = line
      return UInt8(CC_REFRESH_BEEP)
    }
    let size = terminal.size
    let list = found.candidates.map(\.name)
      .listed(columns: size.columns, rows: max(1, size.rows - 3))
    // The line stays above the list, as it was typed.
    redraw(question, below: "\(question.prompt)\(wholeLine)\n\(list)")
    return UInt8(CC_NORM)
  }

  private func replace(_ word: String, by text: String) {
    cedit_delete(editor, Int32(word.unicodeScalars.count))
    _ = text.withWideCharacters { cedit_insert(editor, $0) }
  }
}

extension LineCompletion.Candidate {
  /// The candidate in a list.
  var name: String { text == label ? label : "\(text) \(label)" }
}

extension [String] {
  /// The longest text with which all begin, whatever the case; in the letters of the first.
  var commonBeginning: String {
    guard let first else { return "" }
    var common = first[...]
    for other in dropFirst() {
      let same = zip(common, other).prefix { $0.lowercased() == $1.lowercased() }.count
      common = common.prefix(same)
    }
    return String(common)
  }

  /// The texts in columns; those for which there are no rows are counted.
  func listed(columns: Int, rows: Int) -> String {
    let columns = Swift.max(1, columns)
    let width = Swift.min(columns, (map(\.drawnWidth).max() ?? 0) + 2)
    let perRow = columns / width
    // A text that is wider than the terminal takes several rows, and no other is beside it.
    let heights = stride(from: 0, to: count, by: perRow).map { index in
      Swift.max(1, (self[index].drawnWidth + columns - 1) / columns)
    }
    var shown = self[...]
    if heights.reduce(0, +) > rows {
      var used = 0
      let lines = heights.prefix { height in
        used += height
        return used < rows
      }
      shown = prefix(Swift.max(1, lines.count * perRow))
    }
    var text = ""
    for (index, word) in shown.enumerated() {
      let isLast = (index + 1) % perRow == 0 || index + 1 == shown.count
      text +=
        word
        + (isLast ? "\n" : String(repeating: " ", count: Swift.max(1, width - word.drawnWidth)))
    }
    return count > shown.count ? text + "and \(count - shown.count) more\n" : text
  }
}
