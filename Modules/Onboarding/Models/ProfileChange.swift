/// The changed parts of a profile.
///
/// Only these parts are written over the stored profile, and of the genres only the added and removed
/// ones, so values saved by another screen meanwhile, or unreadable when the form was opened, are kept.
struct ProfileChange: Hashable, Sendable {
  private let profile: ReaderProfile
  private let genres: GenreChange
  private let parts: Set<ProfilePart>

  /// Creates the changes of a draft, in which a part that is not valid is empty.
  init(from base: ProfileDraft, to draft: ProfileDraft) {
    parts = Set(ProfilePart.allCases.filter { !draft.agrees(with: base, in: $0) })
    genres = GenreChange(from: base.genres, to: draft.genres)
    profile = ReaderProfile(
      displayName: (try? DisplayName.read(draft.name)) ?? "",
      yearlyGoal: YearlyGoal.valid(draft.goal))
  }

  /// Whether there are no changes.
  var isEmpty: Bool { parts.isEmpty }

  /// Returns the profile with the changes, which may have too many genres.
  func applied(to stored: ReaderProfile) -> ReaderProfile {
    var result = stored
    result.genres = genres.applied(to: stored.genres)
    if parts.contains(.goal) { result.yearlyGoal = profile.yearlyGoal }
    if parts.contains(.name) { result.displayName = profile.displayName }
    return result
  }
}
