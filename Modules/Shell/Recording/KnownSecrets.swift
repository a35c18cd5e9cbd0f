import Foundation

/// Finds the secrets of a session in text for a recording.
///
/// Case, white space, line breaks and percent-encoding are ignored, so a secret that was wrapped or
/// typed into a link is found, too; so is one whose accents are characters of their own. In a secret
/// of eight bytes or more any eight bytes are searched for (eight letters of English, three
/// characters of Chinese), so that a shortened secret, or one in two columns, is found. Shorter ones
/// are searched for as a whole, and secrets of fewer than four bytes are not searched for, because
/// their letters occur everywhere.
struct KnownSecrets {
  /// The minimum length of a secret, in bytes.
  static let minimumLength = 4
  /// The length of a part of a secret, in bytes.
  static let partLength = 8

  /// The texts to search for, by their number of bytes; each text is in the low bytes of a number.
  private var parts: [Int: Set<UInt64>] = [:]

  /// Adds a secret.
  ///
  /// - Returns: whether there are new texts to search for.
  mutating func add(_ secret: String) -> Bool {
    var isNew = false
    // The second form is the one that a screen shows.
    for text in Set([secret, secret.plain]) {
      let bytes = Self.bytes(of: text, decoding: false)
      let length = min(bytes.count, Self.partLength)
      guard length >= Self.minimumLength else { continue }
      for start in 0...(bytes.count - length) {
        let part = bytes[start..<start + length].reduce(0) { $0 << 8 | UInt64($1) }
        if parts[length, default: []].insert(part).inserted { isNew = true }
      }
    }
    return isNew
  }

  /// Returns whether a text contains a secret or a part of one.
  func occur(in text: String) -> Bool {
    guard !parts.isEmpty else { return false }
    return occur(inBytes: Self.bytes(of: text, decoding: false))
      || text.utf8.contains(UInt8(ascii: "%"))
        && occur(inBytes: Self.bytes(of: text, decoding: true))
  }

  private func occur(inBytes bytes: [UInt8]) -> Bool {
    let wanted = parts.map { (length: $0, mask: UInt64.max >> (64 - 8 * $0), texts: $1) }
    var last: UInt64 = 0
    for (index, byte) in bytes.enumerated() {
      last = last << 8 | UInt64(byte)
      for (length, mask, texts) in wanted
      where index + 1 >= length && texts.contains(last & mask) { return true }
    }
    return false
  }

  /// Returns the bytes without white space, in lower case.
  private static func bytes(of text: String, decoding: Bool) -> [UInt8] {
    let text = decoding ? String(decoding: decoded(Array(text.utf8)), as: UTF8.self) : text
    return text.composed.lowercased().utf8
      .filter { $0 != UInt8(ascii: " ") && !(0x09...0x0D).contains($0) }
  }

  /// Returns the bytes with percent-encoding decoded (RFC 3986, 2.1).
  private static func decoded(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
        let code = UInt8(String(decoding: bytes[index + 1...index + 2], as: UTF8.self), radix: 16)
      {
        result.append(code)
        index += 3
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return result
  }
}

extension String {
  /// The text with composed accents (UAX #15, NFC). By Characters, because Foundation takes quadratic time
  /// for a long text; a Character of more scalars isn't a letter.
  fileprivate var composed: String {
    if utf8.allSatisfy({ $0 < 0x80 }) { return self }
    return reduce(into: "") { text, character in
      let isShort = (2...16).contains(character.unicodeScalars.count)
      text += isShort ? String(character).precomposedStringWithCanonicalMapping : String(character)
    }
  }
}
