import Services
import Core

/// A profile as it is typed, right or wrong.
struct ProfileDraft: Hashable {
  var name: String
  var genres: [Identifier<Genre>]
  var goal: Double?

  /// A draft with nothing changed.
  init(_ profile: ReaderProfile) {
    name = profile.displayName
    genres = profile.genres
    goal = profile.yearlyGoal.map(Double.init)
  }

  /// Whether a part is as in another draft.
  func agrees(with other: ProfileDraft, in part: ProfilePart) -> Bool {
    switch part {
    case .genres: genres == other.genres
    case .goal: goal == other.goal
    case .name: name == other.name
    }
  }

  /// Takes a part over from another draft.
  mutating func take(_ part: ProfilePart, from other: ProfileDraft) {
    switch part {
    case .genres: genres = other.genres
    case .goal: goal = other.goal
    case .name: name = other.name
    }
  }

  /// What is wrong with a part, or nil.
  func problem(in part: ProfilePart) -> ProfileProblem? {
    switch part {
    case .genres:
      let count = genres.count { Genre.known($0) != nil }
      if count > Genre.maximumFavourites { return .tooManyGenres }
    case .goal:
      do throws(YearlyGoal.Problem) { _ = try YearlyGoal.read(goal) } catch {
        return .goal(error)
      }
    case .name:
      do throws(ReadableName.Problem) { _ = try DisplayName.read(name) } catch {
        return .name(error)
      }
    }
    return nil
  }
}

/// What can be wrong with a part of a profile.
enum ProfileProblem: Hashable {
  case tooManyGenres
  case goal(YearlyGoal.Problem)
  case name(ReadableName.Problem)
}
