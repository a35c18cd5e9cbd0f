import Core

/// The items of a typed list, separated by commas or line breaks, without empty ones.
struct TypedList {
  private(set) var items: [String] = []

  /// Splits a text.
  ///
  /// - Parameter known: items that stay whole, with their commas.
  init(_ text: String, knowing known: [String]) {
    let whole = known.filter { $0.contains(where: \.separatesItems) }
      .sorted { $0.utf8.count > $1.utf8.count }
    var rest = text[...]
    while true {
      rest = rest.drop { $0.separatesItems || $0.isWhitespace }
      if rest.isEmpty { return }
      let item = whole.first { rest.hasPrefix($0) && Self.isEnd(rest.dropFirst($0.count)) }
      if let item {
        items.append(item)
        rest = rest.dropFirst(item.count)
      } else {
        let end = rest.firstIndex(where: \.separatesItems) ?? rest.endIndex
        items.append(String(rest[..<end]).trimmed)
        rest = rest[end...]
      }
    }
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
