import Services
import Observation

/// A profile while it is asked for or edited: one for a flow, shared by the screens of its steps.
///
/// It holds what was typed, also when it is wrong, whichever steps come and go above it.
@MainActor @Observable final class ProfileViewModel {
  /// What is typed.
  var draft: ProfileDraft {
    // What was found wrong is looked at again with every correction.
    didSet { for part in problems.keys { problems[part] = draft.problem(in: part) } }
  }
  private(set) var problems: [ProfilePart: ProfileProblem] = [:]
  /// Why the profile was not stored, or nil.
  private(set) var savingProblem: StorageError?

  private var saved: ProfileDraft
  @ObservationIgnored private let current: CurrentProfile

  init(_ current: CurrentProfile) {
    self.current = current
    let draft = ProfileDraft(current.profile)
    self.draft = draft
    saved = draft
    current.follow(with: self)
  }

  /// The stored format of a profile.
  var profile: ReaderProfile { current.profile }
  /// Why what is stored could not be read, or nil.
  var readingProblem: StorageError? { current.problem }
  var isChanged: Bool { draft != saved }
  /// The profile as it is typed; what is wrong in it is left out.
  var preview: ReaderProfile {
    ProfileChange(from: saved, to: draft).applied(to: current.profile).checked
  }

  /// Makes a genre a favourite, or no favourite any more.
  func toggle(_ genre: Identifier<Genre>) {
    if let index = draft.genres.firstIndex(of: genre) {
      draft.genres.remove(at: index)
    } else if preview.favourites.count < Genre.maximumFavourites {
      draft.genres.append(genre)
    } else {
      problems[.genres] = .tooManyGenres
    }
  }

  /// Whether a part can be stored; what is wrong is said.
  func check(_ part: ProfilePart) -> Bool {
    problems[part] = draft.problem(in: part)
    return problems[part] == nil
  }

  /// The first part that can't be stored, or nil.
  func firstProblem() -> ProfilePart? {
    ProfilePart.allCases.first { !check($0) }
  }

  /// Leaves a part as it was before the flow.
  func revert(_ part: ProfilePart) {
    draft.take(part, from: saved)
  }

  /// Reads again what could not be read, without touching what was typed.
  func readAgain() async {
    if readingProblem != nil { await current.load() }
  }

  /// Stores what was changed.
  ///
  /// - Returns: whether all is stored; otherwise ``problems`` or ``savingProblem`` say why not.
  func save() async -> Bool {
    guard firstProblem() == nil else { return false }
    savingProblem = nil
    let typed = draft
    let change = ProfileChange(from: saved, to: typed)
    guard !change.isEmpty else { return true }
    do throws(StorageError) {
      guard try await current.save(change) else { return false }
      // What was typed meanwhile is still to be stored.
      let later = draft
      saved = typed
      draft = typed
      rebase()
      for part in ProfilePart.allCases where !later.agrees(with: typed, in: part) {
        draft.take(part, from: later)
      }
      return !isChanged
    } catch {
      savingProblem = error
      return false
    }
  }

  /// Takes over what is stored now, but for the parts that were changed: another form saved, or
  /// a user signed in meanwhile.
  func rebase() {
    let stored = ProfileDraft(current.profile)
    for part in ProfilePart.allCases where draft.agrees(with: saved, in: part) {
      draft.take(part, from: stored)
    }
    saved = stored
  }
}
