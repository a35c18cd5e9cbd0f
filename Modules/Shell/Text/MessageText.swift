// What messages are made of: texts from outside, as they are shown in a sentence.

extension String {
  /// The text on one line, safe on a terminal.
  var plain: String { TerminalSafeText(line: self).text }

  /// The text in quotation marks, safe on a terminal and shortened for one line.
  var quoted: String {
    // Shortened first: the input may be a megabyte.
    "“\(TerminalSafeText(line: String(prefix(41))).text.truncated(to: 40))”"
  }

  /// The text with a full stop at its end, or the dots of a shortened list.
  var ended: String { hasSuffix(".") || hasSuffix("…") ? self : self + "." }
}

extension [String] {
  /// The first few, as shown on screen, separated by commas; of short ones some more.
  var plainList: String {
    let most = joined().utf8.count <= 40 ? 20 : 8
    return prefix(most).map { $0.plain.truncated(to: 40) }.joined(separator: ", ")
      + (count > most ? ", …" : "")
  }

  /// The first few in a sentence that asks to choose one.
  var choices: String {
    count == 1 ? "The only one is \(plainList)." : "Choose one of: \(plainList)".ended
  }

  /// The first few, quoted, separated by commas.
  var list: String {
    prefix(8).map(\.quoted).joined(separator: ", ") + (count > 8 ? ", …" : "")
  }

  /// The first few, as shown on screen, with “or” before the last.
  var plainAlternatives: String {
    guard count > 1, count <= 8, let last else { return plainList }
    return "\(Array(dropLast()).plainList) or \(last.plain)"
  }

  /// The first few, quoted, with “or” before the last.
  var alternatives: String {
    guard count > 1, count <= 8, let last else { return list }
    return "\(Array(dropLast()).list) or \(last.quoted)"
  }
}
