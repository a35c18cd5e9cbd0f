import Services

/// A reader's profile.
public struct ReaderProfile: Codable, Hashable, Sendable {
  /// The reader's name, or empty.
  public var displayName: String
  /// The favourite genres, in the order of selection.
  ///
  /// Unknown genres are kept.
  var genres: [Identifier<Genre>]
  /// The goal for a year, in books, or nil.
  public var yearlyGoal: Int?

  /// Creates a profile.
  init(
    displayName: String = "", genres: [Identifier<Genre>] = [], yearlyGoal: Int? = nil
  ) {
    self.displayName = displayName
    self.genres = genres
    self.yearlyGoal = yearlyGoal
  }

  /// The known favourite genres.
  var favourites: [Genre] { genres.compactMap(Genre.known) }

  /// The reader's initials; empty without a name.
  var initials: String { AvatarInitials.of(displayName) }
}

extension ReaderProfile {
  /// The maximum number of stored genres, including unknown ones.
  private static let maximumGenres = 100

  /// Returns the profile with its empty parts filled from another one. A part without a valid value is empty; genres
  /// that are not known stay.
  func filled(from other: ReaderProfile) -> ReaderProfile {
    let valid = checked
    let hasFavourites = valid.genres.contains { Genre.known($0) != nil }
    return ReaderProfile(
      displayName: valid.displayName.isEmpty ? other.displayName : valid.displayName,
      genres: hasFavourites ? genres : genres + other.genres.filter { !genres.contains($0) },
      yearlyGoal: valid.yearlyGoal ?? other.yearlyGoal)
  }

  /// The profile without invalid values, because stored data may be damaged.
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
      yearlyGoal: YearlyGoal.valid(yearlyGoal))
  }
}

/// Validates a reader's goal for a year, in books.
enum YearlyGoal {
  /// The valid goals.
  static let range = 1...1000

  /// Returns the goal; nil for an invalid one.
  static func valid(_ goal: Int?) -> Int? { goal.flatMap { range.contains($0) ? $0 : nil } }
}
