/// One of the things that a profile says, each with a screen of its own.
enum ProfilePart: String, CaseIterable, Hashable, Sendable {
  case genres, goal, name
}

/// The steps of the flow around a profile, by what they ask. Their order is not theirs to say.
enum StepName: String, CaseIterable, Hashable, Sendable {
  case welcome, genres, goal, name, summary

  /// The step that asks for a part.
  init(_ part: ProfilePart) {
    switch part {
    case .genres: self = .genres
    case .goal: self = .goal
    case .name: self = .name
    }
  }

  /// The part that the step asks for, or nil.
  var part: ProfilePart? { ProfilePart(rawValue: rawValue) }
}
