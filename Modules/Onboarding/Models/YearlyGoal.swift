/// Validates a reader's goal for a year, in books.
enum YearlyGoal {
  /// The valid goals.
  static let range = 1...1000

  /// The reason why a number is not a valid goal.
  enum Problem: Error, Hashable {
    case outOfRange
    case notWhole
  }

  /// Parses a goal; nil means no goal.
  static func read(_ typed: Double?) throws(Problem) -> Int? {
    guard let typed else { return nil }
    guard typed >= Double(range.lowerBound), typed <= Double(range.upperBound) else {
      throw .outOfRange
    }
    guard let goal = Int(exactly: typed) else { throw .notWhole }
    return goal
  }
}
