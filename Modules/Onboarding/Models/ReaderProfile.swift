public import Services

/// What a reader told about themselves.
public struct ReaderProfile: Codable, Hashable, Sendable {
  /// What the reader is called; empty until they say.
  public var displayName: String
  /// The genres they like best, in the order in which they chose them.
  ///
  /// One that this version does not know is kept all the same.
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

  /// The genres that this version knows.
  public var favourites: [Genre] { genres.compactMap(Genre.known) }

  /// The letters that stand for the reader where there is no picture; empty without a name.
  public var initials: String { AvatarInitials.of(displayName) }
}

extension ReaderProfile {
  /// The number of genres that a profile keeps, those of other versions included.
  private static let maximumGenres = 100

  /// The profile without what no form would have let through: what was stored may be anything.
  var checked: ReaderProfile {
    var seen: Set<Identifier<Genre>> = []
    var favourites = 0
    let genres = genres.prefix(Self.maximumGenres).filter { id in
      guard seen.insert(id).inserted else { return false }
      guard Genre.known(id) != nil else { return true }
      favourites += 1
      return favourites <= Genre.maximumFavourites
    }
    return ReaderProfile(
      displayName: (try? DisplayName.read(displayName)) ?? "", genres: genres,
      yearlyGoal: yearlyGoal.flatMap { YearlyGoal.range.contains($0) ? $0 : nil })
  }
}
