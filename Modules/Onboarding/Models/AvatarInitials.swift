/// The initials of a reader, in place of a picture.
enum AvatarInitials {
  /// The maximum number of scalars of a character in any script; a family of emoji has eleven.
  private static let maximumScalars = 12

  /// Returns the first letters of the first and the last word of a name; empty for an empty name.
  static func of(_ name: String) -> String {
    let words = name.split(whereSeparator: \.isWhitespace)
    let ends = words.count > 1 ? [words.first, words.last] : [words.first]
    return ends.compactMap { word in word.flatMap(letter) }.joined()
  }

  /// Returns the first letter or digit of a word, or its first character without one.
  private static func letter(of word: Substring) -> String? {
    guard let first = word.first(where: { $0.isLetter || $0.isNumber }) ?? word.first else {
      return nil
    }
    return capital(first.unicodeScalars.prefix(maximumScalars))
  }

  /// Returns the character in the form that begins a name in its script.
  ///
  /// It uses the title case mapping (Unicode Standard, 3.13), which keeps Georgian letters, unlike
  /// upper case. A character that would become two letters is kept, too.
  private static func capital(_ scalars: Substring.UnicodeScalarView.SubSequence) -> String {
    let plain = String(String.UnicodeScalarView(scalars))
    guard let first = scalars.first else { return plain }
    var title = first.properties.titlecaseMapping
    title.unicodeScalars.append(contentsOf: scalars.dropFirst())
    return title.count == 1 ? title : plain
  }
}
