public import Core

/// What a reader told about themselves.
public struct ReaderProfile: Codable, Hashable, Sendable {
  /// What the reader is called; empty until they say.
  public var displayName: String
  /// The genres they like best, in the order in which they chose them.
  public var genres: [Identifier<Genre>]
  /// How many books they want to read in a year, or nil for no goal.
  public var yearlyGoal: Int?

  /// Creates a profile.
  public init(
    displayName: String = "", genres: [Identifier<Genre>] = [], yearlyGoal: Int? = nil
  ) {
    self.displayName = displayName
    self.genres = genres
    self.yearlyGoal = yearlyGoal
  }
}
