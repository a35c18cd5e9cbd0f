/// A range that a request asks for (RFC 9110, section 14.1.2).
enum ByteRange: Hashable {
  /// From a position to another one, or to the end.
  case positions(first: Int, last: Int?)
  /// The last bytes.
  case suffix(Int)

  /// Parses `Range`; nil if it is to be ignored: invalid, in another unit, or of several ranges.
  init?(_ text: String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].lowercased() == "bytes" else { return nil }
    let members = FieldMembers.split([String(parts[1])])
    guard members.count == 1 else { return nil }
    let ends = members[0].split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2 else { return nil }
    if ends[0].isEmpty {
      guard let count = Self.number(ends[1]) else { return nil }
      self = .suffix(count)
      return
    }
    guard let first = Self.number(ends[0]) else { return nil }
    if ends[1].isEmpty {
      self = .positions(first: first, last: nil)
      return
    }
    guard let last = Self.number(ends[1]), last >= first else { return nil }
    self = .positions(first: first, last: last)
  }

  /// The bytes of a representation of `count` bytes, or nil if there are none.
  func resolved(in count: Int) -> Range<Int>? {
    switch self {
    case .positions(let first, let last):
      guard first < count else { return nil }
      return first..<min(last ?? Int.max - 1, count - 1) + 1
    case .suffix(let length):
      guard length > 0, count > 0 else { return nil }
      return max(0, count - length)..<count
    }
  }

  /// Parses digits; what is too large for a position is the largest one.
  static func number(_ text: some StringProtocol) -> Int? {
    guard !text.isEmpty else { return nil }
    var number = 0
    for byte in text.utf8 {
      guard byte >= 48, byte <= 57 else { return nil }
      number = number > (Int.max - 10) / 10 ? Int.max - 1 : number * 10 + Int(byte - 48)
    }
    return number
  }
}
