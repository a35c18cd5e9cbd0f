import Catalogue
public import Core
public import Services

/// The services of the feature's coordinators and view models.
@MainActor struct BooksServices {
  let selection: CatalogueSelection
  let library: Library
  /// Used by coordinators only.
  var requirements = BooksRequirements()
  var preferences = BooksPreferences()

  /// The chosen catalogue.
  var catalogue: any BookCatalogue { selection.catalogue }
}

/// The requirements of some actions with books. By default nothing is required.
///
/// The feature does not know accounts or memberships: it runs the requirement's flow as its own
/// child, and continues after it.
@MainActor public struct BooksRequirements {
  /// The requirement for reviews, which are signed with a name.
  public var account: Requirement?
  /// The requirement for more custom shelves than are free, and for the detailed statistics.
  public var membership: Requirement?

  /// Creates requirements.
  public init(account: Requirement? = nil, membership: Requirement? = nil) {
    self.account = account
    self.membership = membership
  }
}

/// The reader's preferences that the feature needs. By default there are none.
///
/// The closures are called whenever a value is needed, so it may change.
@MainActor public struct BooksPreferences {
  /// Returns the reader's goal for the year, in books, or nil.
  var yearlyGoal: () -> Int?
  /// Stores a goal for the year, or none; returns `false` if that was cancelled before its start. Nil if the reader can
  /// set no goal.
  var setYearlyGoal: SetGoal?
  /// The goals that can be stored.
  var goals: ClosedRange<Int>
  /// Returns the reader's favourite subjects, in order.
  var favouriteSubjects: () -> [String]

  /// Stores a goal for the year.
  public typealias SetGoal = @MainActor (Int?) async throws(StorageError) -> Bool

  /// Creates preferences.
  public init(
    yearlyGoal: @escaping () -> Int? = { nil }, setYearlyGoal: SetGoal? = nil,
    goals: ClosedRange<Int> = 1...1000,
    favouriteSubjects: @escaping () -> [String] = { [] }
  ) {
    self.yearlyGoal = yearlyGoal
    self.setYearlyGoal = setYearlyGoal
    self.goals = goals
    self.favouriteSubjects = favouriteSubjects
  }
}
