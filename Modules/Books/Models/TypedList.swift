import Core

/// The items of a typed list, separated by commas or line breaks, without empty ones.
struct TypedList {
  private(set) var items: [String] = []

  /// Splits a text.
  ///
  /// - Parameter unquotes: whether an item can be in quotation marks, as in a CSV file: `"Solo, Han", Leia Organa`.
  init(_ text: String, unquotes: Bool) {
    var rest = text[...]
    while true {
      rest = rest.drop { $0.separatesItems || $0.isWhitespace }
      if rest.isEmpty { return }
      if unquotes, let quoted = Self.quoted(rest) {
        if !quoted.item.isEmpty { items.append(quoted.item) }
        rest = quoted.rest
      } else {
        let end = rest.firstIndex(where: \.separatesItems) ?? rest.endIndex
        items.append(String(rest[..<end]).trimmed)
        rest = rest[end...]
      }
    }
  }

  /// Returns the text of a list as it is typed: an item with a comma is in quotation marks.
  static func typed(_ items: [String]) -> String {
    items.map { item in
      needsQuotes(item) ? "\"\(item.replacing("\"", with: "\"\""))\"" : item
    }
    .joined(separator: ", ")
  }

  private static func needsQuotes(_ item: String) -> Bool {
    item.hasPrefix("\"") || item.contains(where: \.separatesItems)
  }

  /// Returns the item in quotation marks with which a list begins, in which a doubled mark stands for one, and the
  /// text after it; nil for none, and if more than the mark ends the item, as in `"Weird Al" Yankovic`.
  private static func quoted(_ list: Substring) -> (item: String, rest: Substring)? {
    guard list.first == "\"" else { return nil }
    var item = ""
    var rest = list.dropFirst()
    while let end = rest.firstIndex(of: "\"") {
      item += rest[..<end]
      rest = rest[end...].dropFirst()
      guard rest.first == "\"" else {
        guard isEnd(rest) else { return nil }
        return (item.trimmed, rest)
      }
      item.append("\"")
      rest = rest.dropFirst()
    }
    return nil
  }

  /// Whether an item ends where the rest of a list begins.
  private static func isEnd(_ rest: Substring) -> Bool {
    rest.first { $0.separatesItems || !$0.isWhitespace }.map(\.separatesItems) ?? true
  }
}

extension Character {
  /// Whether it separates the items of a typed list: a comma, or a line break.
  var separatesItems: Bool { self == "," || isNewline }
}
