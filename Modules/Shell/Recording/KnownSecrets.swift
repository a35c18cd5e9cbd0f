/// Finds the secrets of a session in what is written down.
///
/// Case, white space and line breaks do not matter, and neither does percent-encoding: a secret that
/// was wrapped, or typed into a link, is found as well. Of a secret of eight bytes or more each part
/// of eight bytes counts - eight letters of English, three characters of Chinese - so that one that
/// is cut off, or stands in two columns, is found. Of shorter ones only the whole counts, and ones of
/// fewer than four bytes are not looked for: their letters are everywhere.
struct KnownSecrets {
  /// The bytes of the shortest secret that is looked for.
  static let shortest = 4
  /// The bytes of a part of a secret that is looked for.
  static let longest = 8

  /// What is looked for, by the number of its bytes: each text in the low bytes of a number.
  private var parts: [Int: Set<UInt64>] = [:]

  /// Adds a secret.
  ///
  /// - Returns: whether anything is looked for now that was not before.
  mutating func add(_ secret: String) -> Bool {
    var isNew = false
    // The second is how a screen shows it.
    for text in Set([secret, secret.plain]) {
      let bytes = Self.bytes(of: text, decoding: false)
      let length = min(bytes.count, Self.longest)
      guard length >= Self.shortest else { continue }
      for start in 0...(bytes.count - length) {
        let part = bytes[start..<start + length].reduce(0) { $0 << 8 | UInt64($1) }
        if parts[length, default: []].insert(part).inserted { isNew = true }
      }
    }
    return isNew
  }

  /// Whether a secret, or a part of one, stands in a text.
  func stand(in text: String) -> Bool {
    guard !parts.isEmpty else { return false }
    return stand(inBytes: Self.bytes(of: text, decoding: false))
      || text.utf8.contains(UInt8(ascii: "%"))
        && stand(inBytes: Self.bytes(of: text, decoding: true))
  }

  private func stand(inBytes bytes: [UInt8]) -> Bool {
    let wanted = parts.map { (length: $0, mask: UInt64.max >> (64 - 8 * $0), texts: $1) }
    var last: UInt64 = 0
    for (index, byte) in bytes.enumerated() {
      last = last << 8 | UInt64(byte)
      for (length, mask, texts) in wanted
      where index + 1 >= length && texts.contains(last & mask) { return true }
    }
    return false
  }

  /// The bytes without white space, letters in lower case.
  private static func bytes(of text: String, decoding: Bool) -> [UInt8] {
    var bytes = Array(text.lowercased().utf8)
    if decoding { bytes = decoded(bytes) }
    return bytes.filter { $0 != UInt8(ascii: " ") && !(0x09...0x0D).contains($0) }
  }

  /// The bytes with `%41` read as `A` (RFC 3986, 2.1), wherever it is one.
  private static func decoded(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
        let code = UInt8(String(decoding: bytes[index + 1...index + 2], as: UTF8.self), radix: 16)
      {
        let isUpper = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(code)
        result.append(isUpper ? code | 0x20 : code)
        index += 3
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return result
  }
}
