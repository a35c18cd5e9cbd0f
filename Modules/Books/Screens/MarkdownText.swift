/// Text from outside for a line of a Markdown file (CommonMark and GitHub's extensions).
///
/// The text stays text: nothing in it becomes markup or HTML, and no address becomes a link. Some readers also make
/// links of mere domain names, such as a.org, here as everywhere. It must not be at the beginning of a line, where a
/// number or a hyphen would begin a list.
enum MarkdownText {
  /// The maximum number of characters.
  static let limit = 300

  /// The characters that mean something within a line.
  private static let special = Set("\\`*_{}[]<>#|~&@$".unicodeScalars)
  /// An invisible character that breaks an address. Some readers, such as GitHub's, look for addresses in the text
  /// after its escapes are gone.
  private static let joiner: Unicode.Scalar = "\u{2060}"

  /// Returns the text in one line, without control characters, shortened, escaped, and with broken addresses.
  static func escaped(_ text: String) -> String {
    var line = line(text)
    if line.count > limit {
      let start = line.prefix(limit - 1)
      line = String(start.last == " " ? start.dropLast() : start) + "…"
    }
    var escaped = String.UnicodeScalarView()
    let scalars = Array(line.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      let isAddress =
        scalar == "@" || scalar == ":" && index + 1 < scalars.count && scalars[index + 1] == "/"
      let endsWWW =
        scalar == "."
        && String(String.UnicodeScalarView(scalars[..<index].suffix(3))).lowercased() == "www"
      if endsWWW { escaped.append(joiner) }
      if isAddress || endsWWW || special.contains(scalar) { escaped.append("\\") }
      escaped.append(scalar)
      if isAddress { escaped.append(joiner) }
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
