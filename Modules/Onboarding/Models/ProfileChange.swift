/// The changed parts of a profile.
///
/// Only these parts are written over the stored profile, so parts saved by another screen
/// meanwhile, or unreadable when the form was opened, are kept.
struct ProfileChange: Hashable, Sendable {
  private let profile: ReaderProfile
  private let parts: Set<ProfilePart>

  /// Creates the changes of a valid draft.
  init(from base: ProfileDraft, to draft: ProfileDraft) {
    parts = Set(ProfilePart.allCases.filter { !draft.agrees(with: base, in: $0) })
    profile = ReaderProfile(
      displayName: (try? DisplayName.read(draft.name)) ?? "", genres: draft.genres,
      yearlyGoal: (try? YearlyGoal.read(draft.goal)) ?? nil)
  }

  /// Whether there are no changes.
  var isEmpty: Bool { parts.isEmpty }

  /// Returns the profile with the changes.
  func applied(to stored: ReaderProfile) -> ReaderProfile {
    var result = stored
    if parts.contains(.genres) { result.genres = profile.genres }
    if parts.contains(.goal) { result.yearlyGoal = profile.yearlyGoal }
    if parts.contains(.name) { result.displayName = profile.displayName }
    return result
  }
}
