/// The parts of a profile that a person changed.
///
/// Only they are written, over what is stored by then: what another screen saved meanwhile, and what
/// could not be read when the form was opened, stays.
struct ProfileChange: Hashable, Sendable {
  private let profile: ReaderProfile
  private let parts: Set<ProfilePart>

  /// What a draft without problems changes.
  init(from base: ProfileDraft, to draft: ProfileDraft) {
    parts = Set(ProfilePart.allCases.filter { !draft.agrees(with: base, in: $0) })
    profile = ReaderProfile(
      displayName: (try? DisplayName.read(draft.name)) ?? "", genres: draft.genres,
      yearlyGoal: (try? YearlyGoal.read(draft.goal)) ?? nil)
  }

  /// Whether nothing is changed.
  var isEmpty: Bool { parts.isEmpty }

  /// The profile with the changes.
  func applied(to stored: ReaderProfile) -> ReaderProfile {
    var result = stored
    if parts.contains(.genres) { result.genres = profile.genres }
    if parts.contains(.goal) { result.yearlyGoal = profile.yearlyGoal }
    if parts.contains(.name) { result.displayName = profile.displayName }
    return result
  }
}
