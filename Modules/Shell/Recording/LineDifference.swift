/// The lines that differ between what was expected and what came.
struct LineDifference: Sendable {
  /// The lines of a difference at most; the rest is counted.
  static let limit = 60

  let expected: [String]
  let actual: [String]

  /// Lines that begin with `-` (was expected) or `+` (came instead), with a line before and after.
  var lines: [String] {
    var lines: [String] = []
    let difference = actual.difference(from: expected)
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
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
    guard lines.count > Self.limit else { return lines }
    return lines.prefix(Self.limit) + ["… and \(lines.count - Self.limit) lines more"]
  }
}
