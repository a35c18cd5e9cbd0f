extension String {
  /// The text on one line: line breaks and tabs are spaces, and there are no other control characters, nor characters
  /// that turn the direction of the text around them, nor white space at its ends. A longer text
  /// ends with “…”, and one without a visible character is empty.
  package var plainLine: String { plain(upTo: TextBounds.line, newline: " ").trimmed }

  /// The text with its line breaks and without other control characters. A longer text ends with “…”.
  package var plainText: String { plain(upTo: TextBounds.text, newline: "\n") }

  private func plain(upTo limit: Int, newline: Unicode.Scalar) -> String {
    // A scalar has at most four bytes, so most texts are not counted. Most are also plain by their bytes (`make
    // bench`: lines of a dump).
    let isShort = utf8.count <= limit
    if isShort, utf8.allSatisfy(\.isOfPlainText) || unicodeScalars.allSatisfy(\.isPlain) {
      return self
    }
    var text = String.UnicodeScalarView()
    var last: Unicode.Scalar?
    for scalar in unicodeScalars.prefix(limit) {
      switch scalar {
      // Of both only one is a line break.
      case "\n" where last == "\r": break
      case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": text.append(newline)
      case "\t": text.append(" ")
      default: if scalar.isPlain { text.append(scalar) }
      }
      last = scalar
    }
    let isCut = !isShort && !unicodeScalars.dropFirst(limit).isEmpty
    guard isCut, let cut = String(text).ifVisible else { return String(text) }
    // The last character may have lost its marks. One character with many marks keeps most of them.
    let whole = cut.dropLast()
    return (whole.isEmpty ? String(text.dropLast()) : String(whole)) + "…"
  }

  /// The text without white space before and after it.
  private var trimmed: String {
    // Most texts begin and end with a visible ASCII sign, as their bytes say (`make bench`: lines of a dump).
    let isVisible = { (byte: UInt8?) in byte.map { 0x21...0x7E ~= $0 } ?? true }
    if isVisible(utf8.first), isVisible(utf8.last) { return self }
    guard let start = firstIndex(where: { !$0.isWhitespace }),
      let end = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[start...end]).ifVisible ?? ""
  }

  /// The text, or nil if it has no visible character.
  package var ifVisible: String? { allSatisfy(\.isInvisible) ? nil : self }
}

extension Character {
  /// Whether nothing is drawn for it: white space, or characters such as a zero-width space, a soft hyphen or a mark of
  /// direction (Unicode's `Default_Ignorable_Code_Point`).
  fileprivate var isInvisible: Bool {
    isWhitespace
      || !isASCII && unicodeScalars.allSatisfy(\.properties.isDefaultIgnorableCodePoint)
  }
}

extension UInt8 {
  /// Whether a byte of UTF-8 is not of a character that may not be plain: those have one byte, or begin with C2 or E2.
  fileprivate var isOfPlainText: Bool {
    switch self {
    case 0..<0x20, 0x7F, 0xC2, 0xE2: false
    default: true
    }
  }
}

extension Unicode.Scalar {
  /// Whether the character is neither a control, nor a line break, nor an embedding, override or
  /// isolate of the bidirectional algorithm (UAX #9, section 2).
  fileprivate var isPlain: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: false
    default: true
    }
  }
}
