/// The letters that stand for a reader where there is no picture.
enum AvatarInitials {
  /// No character of any writing is made of more scalars; a family of emoji has eleven.
  private static let maximumScalars = 12

  /// The first letters of the first and the last word of a name; empty for an empty name.
  static func of(_ name: String) -> String {
    let words = name.split(whereSeparator: \.isWhitespace)
    let ends = words.count > 1 ? [words.first, words.last] : [words.first]
    return ends.compactMap { word in word.flatMap(letter) }.joined()
  }

  /// The first letter or digit of a word, or its first character when it has none.
  private static func letter(of word: Substring) -> String? {
    guard let first = word.first(where: { $0.isLetter || $0.isNumber }) ?? word.first else {
      return nil
    }
    return capital(first.unicodeScalars.prefix(maximumScalars))
  }

  /// The character as it begins a name in its script.
  ///
  /// By the title case mapping (Unicode Standard, 3.13): unlike upper case it leaves Georgian, which
  /// has no capitals in names, as it is. One that would become two letters stays, too.
  private static func capital(_ scalars: Substring.UnicodeScalarView.SubSequence) -> String {
    let plain = String(String.UnicodeScalarView(scalars))
    guard let first = scalars.first else { return plain }
    var title = first.properties.titlecaseMapping
    title.unicodeScalars.append(contentsOf: scalars.dropFirst())
    return title.count == 1 ? title : plain
  }
}
