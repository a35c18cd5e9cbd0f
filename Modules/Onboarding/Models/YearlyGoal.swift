/// Validates a reader's goal for a year, in books.
enum YearlyGoal {
  /// The valid goals.
  static let range = 1...1000

  /// Returns the goal; nil for an invalid one.
  static func valid(_ goal: Int?) -> Int? { goal.flatMap { range.contains($0) ? $0 : nil } }
}
