import Services
import Observation

/// A profile in a form: one for each flow, shared by the screens of its steps.
///
/// It keeps the input, also invalid input, whichever steps are shown.
@MainActor @Observable final class ProfileViewModel: ProfileObserver {
  /// The input.
  var draft: ProfileDraft {
    // Each correction validates a refused form again.
    didSet { for part in problems.keys { problems[part] = draft.problem(in: part) } }
  }
  private(set) var problems: [ProfilePart: ProfileProblem] = [:]
  /// Why the profile was not saved, or nil.
  private(set) var savingProblem: StorageError?

  private var saved: ProfileDraft
  @ObservationIgnored private let current: CurrentProfile
  @ObservationIgnored private var isSaving = false

  init(_ current: CurrentProfile) {
    self.current = current
    let draft = ProfileDraft(current.profile)
    self.draft = draft
    saved = draft
    current.add(self)
  }

  /// The stored profile.
  var profile: ReaderProfile { current.profile }
  /// Why the stored profile could not be read, or nil.
  var readingProblem: StorageError? { current.problem }
  var isChanged: Bool { !ProfileChange(from: saved, to: draft).isEmpty }
  /// The typed profile without its invalid parts.
  var preview: ReaderProfile {
    ProfileChange(from: saved, to: draft).applied(to: current.profile).checked
  }

  /// Adds or removes a favourite genre.
  func toggle(_ genre: Identifier<Genre>) {
    if let index = draft.genres.firstIndex(of: genre) {
      draft.genres.remove(at: index)
    } else if preview.favourites.count < Genre.maximumFavourites {
      draft.genres.append(genre)
    } else {
      problems[.genres] = .tooManyGenres
    }
  }

  /// Whether a part is valid; shows its problems.
  func check(_ part: ProfilePart) -> Bool {
    problems[part] = draft.problem(in: part)
    return problems[part] == nil
  }

  /// The first invalid part, or nil.
  func firstProblem() -> ProfilePart? {
    ProfilePart.allCases.first { !check($0) }
  }

  /// Discards the changes of a part.
  func revert(_ part: ProfilePart) {
    draft.copy(part, from: saved)
  }

  /// Loads the profile again after a failure, and keeps the input.
  func readAgain() async {
    if readingProblem != nil { await current.load() }
  }

  /// Saves the changes.
  ///
  /// - Returns: whether everything is saved; otherwise ``problems`` or ``savingProblem`` has the
  ///   reason.
  func save() async -> Bool {
    guard firstProblem() == nil else { return false }
    savingProblem = nil
    let typed = draft
    let change = ProfileChange(from: saved, to: typed)
    guard !change.isEmpty else { return true }
    isSaving = true
    var isSaved = false
    do throws(StorageError) {
      isSaved = try await current.save(change)
    } catch { savingProblem = error }
    isSaving = false
    // Newer input is not saved yet.
    if isSaved { saved = typed }
    rebase()
    guard isSaved else {
      // With those of another window there may be too many genres.
      problems[.genres] = draft.problem(in: .genres)
      return false
    }
    return !isChanged
  }

  /// Applies the stored profile: another form has saved, or a user has signed in.
  func profileChanged() {
    // A save applies the profile when it ends.
    if !isSaving { rebase() }
  }

  /// Applies the stored profile, and keeps the changes.
  private func rebase() {
    let stored = ProfileDraft(current.profile)
    draft.rebase(from: saved, to: stored)
    saved = stored
  }
}
