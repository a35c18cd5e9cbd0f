import Foundation

/// A path typed into a form.
enum TypedPath {
  /// Returns the path with `~` expanded as in a shell: to `HOME` or, without it, to the home folder
  /// of the process's user; `~bo` is the home folder of another user.
  static func expanded(
    _ typed: String, home: String? = ProcessInfo.processInfo.environment["HOME"]
  ) -> String {
    if let home, typed == "~" || typed.hasPrefix("~/") { return home + typed.dropFirst() }
    return (typed as NSString).expandingTildeInPath
  }

  /// Returns the expanded path or, if only that file exists, the path that a terminal has pasted for a dragged file:
  /// in quotes, with backslashes before spaces, or as a URL.
  static func resolved(
    _ typed: String, home: String? = ProcessInfo.processInfo.environment["HOME"]
  ) -> String {
    let literal = expanded(typed, home: home)
    let exists = { FileManager.default.fileExists(atPath: $0) }
    let isURL = typed.hasPrefix("file://")
    guard !exists(literal), let name = isURL ? URL(string: typed)?.path : unquoted(typed) else {
      return literal
    }
    let path = expanded(name, home: home)
    return exists(path) ? path : literal
  }

  /// Returns a word without a shell's quotes and backslashes; nil if a quote or a backslash has no end.
  private static func unquoted(_ typed: String) -> String? {
    var (text, quote, isEscaped) = ("", Character?.none, false)
    for character in typed {
      if isEscaped {
        // In double quotes a backslash is one, except before these characters.
        if quote != nil, !"\"\\$`".contains(character) { text.append("\\") }
        text.append(character)
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
      } else if character == quote {
        quote = nil
      } else if quote == nil, character == "'" || character == "\"" {
        quote = character
      } else {
        text.append(character)
      }
    }
    return quote == nil && !isEscaped ? text : nil
  }
}
