/// Text from outside for a line of a Markdown file (CommonMark and GitHub's extensions).
///
/// The text stays text: nothing in it becomes markup, HTML or a link. It must not be at the beginning
/// of a line, where a number or a hyphen would begin a list.
enum MarkdownText {
  /// The maximum number of characters.
  static let limit = 300

  /// The characters that mean something within a line.
  private static let special = Set("\\`*_{}[]<>#|~&@$".unicodeScalars)

  /// Returns the text in one line, without control characters, shortened and escaped.
  static func escaped(_ text: String) -> String {
    var line = line(text)
    if line.count > limit { line = line.prefix(limit - 1).trimmingSuffix() + "…" }
    var escaped = String.UnicodeScalarView()
    let scalars = Array(line.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      // An address would become a link.
      let isAddress =
        scalar == ":" && index + 1 < scalars.count && scalars[index + 1] == "/"
        || scalar == "."
          && String(String.UnicodeScalarView(scalars[..<index].suffix(3))).lowercased() == "www"
      if isAddress || special.contains(scalar) { escaped.append("\\") }
      escaped.append(scalar)
    }
    return String(escaped)
  }

  /// Returns the text with white space and control characters as single spaces, and without
  /// invisible characters.
  private static func line(_ text: String) -> String {
    // Bounded first: one character may be a megabyte of accents.
    let bounded = String(decoding: text.utf8.prefix(limit * 32), as: UTF8.self)
    var result = String.UnicodeScalarView()
    for scalar in bounded.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .spaceSeparator:
        if let last = result.last, last != " " { result.append(" ") }
      // Joiners belong to some scripts, and tags to flags; the rest change the order of the text.
      case .format
      where
        !(["\u{200C}", "\u{200D}"].contains(scalar)
        || (0xE0020...0xE007F).contains(scalar.value)):
        continue
      case .surrogate, .unassigned, .privateUse: result.append("\u{FFFD}")
      default: result.append(scalar)
      }
    }
    if result.last == " " { result.removeLast() }
    return String(result)
  }
}

extension Substring {
  /// The text without spaces at its end.
  fileprivate func trimmingSuffix() -> String {
    var text = self
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
