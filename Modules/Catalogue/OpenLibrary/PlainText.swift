extension String {
  /// The text on one line: line breaks and tabs are spaces, and there are no other control
  /// characters, nor characters that turn the direction of the text around them.
  ///
  /// - Parameter limit: the most characters of Unicode that are read.
  func plainLine(upTo limit: Int) -> String {
    plain(upTo: limit, newline: " ")
  }

  /// The text with its line breaks and without other control characters.
  ///
  /// - Parameter limit: the most characters of Unicode that are read.
  func plainText(upTo limit: Int) -> String {
    plain(upTo: limit, newline: "\n")
  }

  private func plain(upTo limit: Int, newline: Unicode.Scalar) -> String {
    // A scalar has at most four bytes, so most texts are not counted.
    let isShort = utf8.count <= limit
    if isShort, unicodeScalars.allSatisfy(\.isPlain) { return self }
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
    return String(text)
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
