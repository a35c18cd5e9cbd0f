/// How many books a reader wants to read in a year.
enum YearlyGoal {
  /// The goals that can be set.
  static let range = 1...1000

  /// Why a number is no goal.
  enum Problem: Error, Hashable {
    case outOfRange
    case notWhole
  }

  /// Reads a goal; nil stays nil, which is no goal.
  static func read(_ typed: Double?) throws(Problem) -> Int? {
    guard let typed else { return nil }
    guard typed >= Double(range.lowerBound), typed <= Double(range.upperBound) else {
      throw .outOfRange
    }
    guard let goal = Int(exactly: typed) else { throw .notWhole }
    return goal
  }
}
