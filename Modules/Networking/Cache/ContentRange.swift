/// The place of a part in its representation: `bytes 0-4/10` (RFC 9110, section 14.4).
struct ContentRange: Hashable {
  /// The position of the first byte.
  let first: Int
  /// The position of the last byte.
  let last: Int
  /// The number of bytes of the whole representation, or nil if it is not known.
  let complete: Int?

  /// The number of bytes of the part.
  var count: Int { last - first + 1 }

  /// Creates a place.
  init(first: Int, last: Int, complete: Int?) {
    (self.first, self.last, self.complete) = (first, last, complete)
  }

  /// Parses `Content-Range`; nil for an invalid one and for `bytes */10`.
  init?(_ text: String) {
    let parts = text.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == "bytes" else { return nil }
    let halves = parts[1].split(separator: "/", omittingEmptySubsequences: false)
    guard halves.count == 2 else { return nil }
    let ends = halves[0].split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let first = ByteRange.number(ends[0]),
      let last = ByteRange.number(ends[1]), first <= last, last < Int.max - 1
    else { return nil }
    complete = halves[1] == "*" ? nil : ByteRange.number(halves[1])
    guard halves[1] == "*" || complete.map({ last < $0 }) == true else { return nil }
    (self.first, self.last) = (first, last)
  }

  /// The field's value.
  var text: String { "bytes \(first)-\(last)/\(complete.map(String.init) ?? "*")" }
}
