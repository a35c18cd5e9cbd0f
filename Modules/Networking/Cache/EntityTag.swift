/// An entity tag (RFC 9110, section 8.8.3).
struct EntityTag: Hashable {
  /// The tag as it was sent.
  let text: String
  /// The tag without quotes and mark.
  let opaque: String
  /// Whether equal tags may name bodies that differ.
  let isWeak: Bool

  /// Parses a tag. A tag without quotes, which is invalid, is taken as it is: its server compares
  /// it so.
  init?(_ text: some StringProtocol) {
    let text = Substring(text).trimmingBlanks
    guard !text.isEmpty else { return nil }
    self.text = String(text)
    let isMarked = text.hasPrefix("W/") || text.hasPrefix("w/")
    isWeak = isMarked
    let tag = isMarked ? text.dropFirst(2) : text
    let isQuoted = tag.utf8.count >= 2 && tag.utf8.first == 34 && tag.utf8.last == 34
    opaque = String(isQuoted ? tag.dropFirst().dropLast() : tag)
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
