/// Positions in a list as typed: `1-20,25`, `all` or `none`. The first position is 1.
struct ListPositions: Hashable, Sendable {
  /// Why a text has no positions.
  enum Problem: Error, Hashable, Sendable {
    /// The text is neither numbers, ranges, `all` nor `none`.
    case unreadable
    /// A position is beyond the list.
    case beyond(Int, count: Int)
  }

  /// The indices from 0, in order, each once.
  let indices: [Int]

  /// Parses positions in a list.
  ///
  /// - Parameters:
  ///   - text: what the user typed, such as `1-20,25`.
  ///   - count: the number of rows of the list.
  init(_ text: String, count: Int) throws(Problem) {
    let typed = text.lowercased().split { $0 == "," || $0.isWhitespace }
    if typed == ["all"] {
      indices = Array(0..<max(count, 0))
      return
    }
    if typed == ["none"] {
      indices = []
      return
    }
    guard !typed.isEmpty else { throw .unreadable }
    var positions: Set<Int> = []
    for part in typed {
      let range = try Self.range(part)
      guard range.upperBound <= count else { throw .beyond(range.upperBound, count: count) }
      positions.formUnion(range)
    }
    indices = positions.sorted().map { $0 - 1 }
  }

  /// Parses `25`, `1-20` or `20-1`.
  private static func range(_ text: Substring) throws(Problem) -> ClosedRange<Int> {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false).map(number)
    guard (1...2).contains(ends.count), let first = ends.first ?? nil, let last = ends.last ?? nil
    else { throw .unreadable }
    return min(first, last)...max(first, last)
  }

  /// Returns a number from 1, or nil.
  private static func number(_ text: Substring) -> Int? {
    Int(digits: text, upTo: 7).flatMap { $0 > 0 ? $0 : nil }
  }
}
