/// What the feature asks about the reader, in its own words. By default nothing is known.
///
/// The closures are called whenever the answer is needed, so that it may change.
@MainActor public struct BooksPreferences {
  /// How many books the reader wants to read in a year, or nil.
  public var yearlyGoal: () -> Int?
  /// The subjects that the reader likes best, the best first.
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
