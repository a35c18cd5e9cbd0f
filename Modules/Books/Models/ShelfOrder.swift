import Catalogue

/// The order of the books on a shelf. Books without the value come last; of equal ones, the last
/// added book comes first.
public struct ShelfOrder: Codable, Hashable, Sendable {
  /// The value by which the books are sorted.
  enum Key: String, CaseIterable, Codable, Hashable, Sendable {
    /// The last added book first.
    case added
    /// By title, without an English article.
    case title
    /// By the last word of the first author's name.
    case author
    /// By series and volume.
    case series
    /// The newest book first.
    case year
    /// The best rated book first.
    case rating
    /// The last finished book first.
    case finished
    /// The longest book first.
    case pages
  }

  /// The value by which the books are sorted.
  var key: Key
  var isReversed: Bool

  init(_ key: Key = .added, isReversed: Bool = false) {
    self.key = key
    self.isReversed = isReversed
  }

  /// The last added book first.
  public static let lastAdded = ShelfOrder()

  /// Whether high values come first.
  private var isDescending: Bool { ![.title, .author, .series].contains(key) != isReversed }
}

extension ShelfOrder {
  /// Returns the keys of books in this order.
  func sorted(_ keys: [ShelfSortKey]) -> [ShelfSortKey] {
    keys.sorted { first, second in
      switch (first.value, second.value) {
      case (let one?, let other?):
        if Self.isBefore(one, other) { return !isDescending }
        if Self.isBefore(other, one) { return isDescending }
      case (.some, nil): return true
      case (nil, .some): return false
      case (nil, nil): break
      }
      return (first.added, first.id) > (second.added, second.id)
    }
  }

  private static func isBefore(_ one: ShelfSortKey.Value, _ other: ShelfSortKey.Value) -> Bool {
    switch (one, other) {
    case (.text(let one), .text(let other)): one < other
    case (.number(let one), .number(let other)): one < other
    default: false
    }
  }

  /// Returns what titles are sorted by, as in a catalogue on this machine.
  static func titleKey(_ title: String) -> String {
    String(decoding: FoldedText.titleKey(of: title, FoldedText(title)), as: UTF8.self)
  }

  /// Returns what titles are compared by: the folded words of a title, without an English article.
  static func titleWords(_ title: String) -> String {
    String(decoding: FoldedText.sortKey(of: FoldedText(title).bytes), as: UTF8.self)
  }

  /// The value of a volume of a series; volumes without a number come last. A name is followed by a sign that
  /// comes before a space, so that no other series is between the volumes of one.
  static func series(_ series: String?, _ volume: String?) -> ShelfSortKey.Value? {
    guard let series else { return nil }
    let name = String(decoding: FoldedText(series).bytes, as: UTF8.self) + "\u{1}"
    let digits = (volume ?? "").prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard let number = Double(digits), (0..<1e6).contains(number) else { return .text("\(name)~") }
    let thousandths = String(Int(number * 1000))
    return .text("\(name)\(String(repeating: "0", count: 9 - thousandths.count))\(thousandths)")
  }

  /// The value of the first author.
  static func author(_ authors: [AuthorName]) -> ShelfSortKey.Value? {
    guard let name = authors.first?.name else { return nil }
    let words = FoldedText(AuthorNames.withoutSuffix(name)).words
      .map { String(decoding: $0, as: UTF8.self) }
    guard let last = words.last else { return nil }
    return .text(([last] + words.dropLast()).joined(separator: " "))
  }
}
