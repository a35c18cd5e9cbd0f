/// An entity tag (RFC 9110, section 8.8.3).
struct EntityTag: Hashable {
  /// The tag as it was sent.
  let text: String
  /// The bytes of the tag without quotes and mark; as texts, different ones may be equal.
  let opaque: [UInt8]
  /// Whether equal tags may name bodies that differ.
  let isWeak: Bool

  /// Parses a tag. A tag without quotes, which is invalid, is taken as it is: its server compares
  /// it so. One with bytes that are not UTF-8, and were replaced when it was read, is none.
  init?(_ text: some StringProtocol) {
    let text = Substring(text).trimmingBlanks
    guard !text.isEmpty, !text.unicodeScalars.contains("\u{FFFD}") else { return nil }
    self.text = String(text)
    let isMarked = text.hasPrefix("W/") || text.hasPrefix("w/")
    isWeak = isMarked
    let tag = Array(text.utf8.dropFirst(isMarked ? 2 : 0))
    let isQuoted = tag.count >= 2 && tag.first == 34 && tag.last == 34
    opaque = isQuoted ? Array(tag.dropFirst().dropLast()) : tag
  }

  /// Compares for byte-for-byte equality (section 8.8.3.2).
  func matchesStrongly(_ other: EntityTag) -> Bool {
    !isWeak && !other.isWeak && opaque == other.opaque
  }

  /// Compares for equivalence (section 8.8.3.2).
  func matchesWeakly(_ other: EntityTag) -> Bool {
    opaque == other.opaque
  }

  /// The tags of `If-None-Match`.
  static func list(_ lines: [String]) -> [EntityTag] {
    FieldMembers.split(lines).compactMap { EntityTag($0) }
  }
}
