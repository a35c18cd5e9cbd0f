/// The reader's preferences that the feature needs. By default there are none.
///
/// The closures are called whenever a value is needed, so it may change.
@MainActor public struct BooksPreferences {
  /// Returns the reader's goal for the year, in books, or nil.
  public var yearlyGoal: () -> Int?
  /// Returns the reader's favourite subjects, in order.
  public var favouriteSubjects: () -> [String]

  /// Creates preferences.
  public init(
    yearlyGoal: @escaping () -> Int? = { nil },
    favouriteSubjects: @escaping () -> [String] = { [] }
  ) {
    self.yearlyGoal = yearlyGoal
    self.favouriteSubjects = favouriteSubjects
  }
}
