extension FoldedText {
  /// Returns what titles are sorted by, in a library and in a catalogue on this machine: the folded words of a title,
  /// without an English article, and with zeros before its numbers, so that 2 comes before 10, and 20,000 after both.
  ///
  /// - Parameters:
  ///   - title: the title.
  ///   - folded: the title as folded text.
  package static func titleKey(of title: String, _ folded: FoldedText) -> ArraySlice<UInt8> {
    var rest = sortKey(of: folded.bytes)
    guard rest.contains(where: { digits.contains($0) }) else { return rest }
    if let joined = withoutCommas(title) { rest = sortKey(of: FoldedText(joined).bytes) }
    var key: [UInt8] = []
    while let first = rest.first {
      let number = rest.prefix { digits.contains($0) }
      if number.isEmpty {
        key.append(first)
      } else {
        key += repeatElement(digits.lowerBound, count: max(0, 12 - number.count))
        key += number
      }
      rest = rest.dropFirst(max(1, number.count))
    }
    return key[...]
  }

  /// Returns a title without the commas in its numbers, as in “20,000 Leagues”; nil without a comma.
  private static func withoutCommas(_ title: String) -> String? {
    let comma = UInt8(ascii: ",")
    guard title.utf8.contains(comma) else { return nil }
    var kept: [UInt8] = []
    var rest = Array(title.utf8)[...]
    while let first = rest.popFirst() {
      let next = rest.prefix(3)
      let isInNumber =
        first == comma && kept.last.map(digits.contains) == true && next.count == 3
        && next.allSatisfy(digits.contains)
      if !isInNumber { kept.append(first) }
    }
    return String(decoding: kept, as: UTF8.self)
  }

  private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
}
