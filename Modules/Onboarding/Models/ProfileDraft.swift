import Services
import Core

/// A profile as typed, valid or not.
struct ProfileDraft: Hashable {
  var name: String
  var genres: [Identifier<Genre>]
  var goal: Int?

  /// Creates a draft without changes.
  init(_ profile: ReaderProfile) {
    name = profile.displayName
    genres = profile.genres
    goal = profile.yearlyGoal
  }

  /// Returns whether a part equals that of another draft.
  func agrees(with other: ProfileDraft, in part: ProfilePart) -> Bool {
    switch part {
    case .genres: GenreChange(from: other.genres, to: genres).isEmpty
    case .goal: goal == other.goal
    case .name: name == other.name
    }
  }

  /// Copies a part of another draft.
  mutating func copy(_ part: ProfilePart, from other: ProfileDraft) {
    switch part {
    case .genres: genres = other.genres
    case .goal: goal = other.goal
    case .name: name = other.name
    }
  }

  /// Replaces what has not changed since a draft by the values of another one.
  mutating func rebase(from base: ProfileDraft, to other: ProfileDraft) {
    genres = GenreChange(from: base.genres, to: genres).applied(to: other.genres)
    for part in [ProfilePart.goal, .name] where agrees(with: base, in: part) {
      copy(part, from: other)
    }
  }

  /// Returns the problem of a part, or nil.
  func problem(in part: ProfilePart) -> ProfileProblem? {
    switch part {
    case .genres:
      let count = genres.count { Genre.known($0) != nil }
      if count > Genre.maximumFavourites { return .tooManyGenres }
    case .goal:
      if YearlyGoal.valid(goal) != goal { return .goalOutOfRange }
    case .name:
      do throws(ReadableName.Problem) { _ = try DisplayName.read(name) } catch {
        return .name(error)
      }
    }
    return nil
  }
}

/// A problem of a part of a profile.
enum ProfileProblem: Hashable {
  case tooManyGenres
  case goalOutOfRange
  case name(ReadableName.Problem)
}
