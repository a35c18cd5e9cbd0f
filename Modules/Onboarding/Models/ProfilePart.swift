/// A part of a profile, which has its own screen.
enum ProfilePart: String, CaseIterable, Hashable, Sendable {
  case genres, goal, name
}

/// The names of the steps of the profile's flow, in no particular order.
enum StepName: String, CaseIterable, Hashable, Sendable {
  case welcome, genres, goal, name, summary

  /// The part of the step, or nil.
  var part: ProfilePart? { ProfilePart(rawValue: rawValue) }
}
