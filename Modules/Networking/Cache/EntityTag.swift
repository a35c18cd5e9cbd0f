/// An entity tag (RFC 9110, section 8.8.3).
struct EntityTag: Hashable {
  /// The tag as it was sent.
  let text: String
  /// The bytes of the tag without quotes and mark; as texts, different ones may be equal.
  let opaque: [UInt8]
  /// Whether equal tags may name bodies that differ.
  let isWeak: Bool

  /// Parses a tag. A tag without quotes, which is invalid, is taken as it is: its server compares
  /// it so. One with bytes that are not UTF-8, and were replaced when it was read, is none; nor is one that can't be
  /// sent back.
  init?(_ text: some StringProtocol) {
    let text = Substring(text).trimmingBlanks
    guard text.isValidator, !text.unicodeScalars.contains("\u{FFFD}") else { return nil }
    self.text = String(text)
    let isMarked = text.hasPrefix("W/") || text.hasPrefix("w/")
    isWeak = isMarked
    let tag = Array(text.utf8.dropFirst(isMarked ? 2 : 0))
    let isQuoted = tag.count >= 2 && tag.first == 34 && tag.last == 34
    opaque = isQuoted ? Array(tag.dropFirst().dropLast()) : tag
    // In a list another comma would end the tag.
    guard !opaque.contains(44) || isQuoted && !opaque.contains(34) else { return nil }
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

extension StringProtocol {
  /// Whether a text can be sent back as a validator. A server that refuses a long header field, or one with control
  /// characters, would refuse each further request, and nothing would replace the stored response.
  var isValidator: Bool {
    !isEmpty && utf8.count <= 512 && utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
  }
}
