/// The difference between the expected and the actual lines.
struct LineDifference: Sendable {
  /// The maximum number of printed lines; the rest is counted.
  static let limit = 60

  /// The maximum number of lines that are compared line by line, from the first difference on,
  /// because the time grows with their square. Beyond them one text is listed after the other.
  private static let compared = 500

  let expected: [String]
  let actual: [String]

  /// Lines that begin with `-` (expected) or `+` (actual), with a line of context before and after.
  var lines: [String] {
    let common = zip(expected, actual).prefix { $0 == $1 }.count
    let before = expected[..<common].suffix(1)
    let (old, new) = (expected[common...], actual[common...])
    let tail = zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.count
    let after = expected.suffix(tail).prefix(1)
    var lines = before.map { "  \($0)" }
    let changes = Self.changes(from: old.dropLast(tail), to: new.dropLast(tail))
    let count = lines.count + changes.count + after.count
    lines += changes.first
    guard count > Self.limit else { return lines + after.map { "  \($0)" } }
    return lines.prefix(Self.limit) + ["… and \(count - Self.limit) more lines"]
  }

  /// Returns the changed lines, at least as many as are shown, and their number.
  private static func changes(
    from expected: ArraySlice<String>, to actual: ArraySlice<String>
  ) -> (first: [String], count: Int) {
    guard max(expected.count, actual.count) <= compared else {
      let first =
        expected.prefix(limit).map { "- \($0)" } + actual.prefix(limit).map { "+ \($0)" }
      return (first, expected.count + actual.count)
    }
    let (expected, actual) = (Array(expected), Array(actual))
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in actual.difference(from: expected) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var lines: [String] = []
    var (old, new) = (0, 0)
    while old < expected.count || new < actual.count {
      if old < expected.count, removed.contains(old) {
        lines.append("- \(expected[old])")
        old += 1
      } else if new < actual.count, inserted.contains(new) {
        lines.append("+ \(actual[new])")
        new += 1
      } else {
        let isNear =
          removed.contains(old + 1) || inserted.contains(new + 1)
          || removed.contains(old - 1) || inserted.contains(new - 1)
        if isNear, old < expected.count { lines.append("  \(expected[old])") }
        old += 1
        new += 1
      }
    }
    return (lines, lines.count)
  }
}
