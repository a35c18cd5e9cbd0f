import Accounts
import Services
import Core
import Observation

/// Observes the current profile.
@MainActor protocol ProfileObserver: AnyObject {
  /// The profile has changed, was not read, or is another user's, who has signed in.
  func profileChanged()
}

/// The profile of the current owner for view models, which do not know whose it is; one for each
/// session of the app.
@MainActor @Observable final class CurrentProfile {
  /// Why the profile could not be read, or nil.
  private(set) var problem: StorageError?
  /// Whether the onboarding was shown on this device, if that is known.
  private(set) var wasSeen = false

  private var loaded = ReaderProfile()
  private var loadedOwner: Owner?
  @ObservationIgnored private let store: ProfileStore
  @ObservationIgnored private let owner: any SessionOwner
  @ObservationIgnored private let logger: any AppLogger
  @ObservationIgnored private let notices: NoticeBoard
  @ObservationIgnored private let unread: (StorageError) -> Notice
  @ObservationIgnored private let turns = AsyncLock()
  @ObservationIgnored private var observers: [WeakObserver] = []

  private struct WeakObserver {
    weak var observer: (any ProfileObserver)?
  }

  /// Creates the profile of a session.
  ///
  /// - Parameter unread: reports that a profile could not be read.
  init(
    _ context: AppContext, store: any KeyValueStore, unread: @escaping (StorageError) -> Notice
  ) {
    self.unread = unread
    self.store = ProfileStore(store)
    owner = context.owner
    logger = context.logger
    notices = context.notices
  }

  /// The profile; empty until it is loaded, and never another owner's.
  var profile: ReaderProfile {
    loadedOwner == owner.owner ? loaded : ReaderProfile()
  }

  /// Loads the data that is needed before the first screen.
  func prepare() async {
    await readSeen()
    await load()
  }

  /// Loads the current owner's profile.
  func load() async {
    let owner = owner.owner
    await turns.withLock {
      do throws(StorageError) {
        apply(try await store.profile(of: owner), of: owner)
      } catch {
        if error != .cancelled { logger.log(.error, "the profile was not read: \(error)") }
        // The next owner is not told.
        guard owner == self.owner.owner else { return }
        if error != .cancelled { notices.post(unread(error), once: "profile") }
        // An earlier value of the same owner is better than none.
        problem = error
        tellObservers()
      }
    }
  }

  /// Saves changes; returns `false` if that was cancelled before its start, or if the stored profile, which is then
  /// applied, would have too many genres.
  func save(_ change: ProfileChange) async throws(StorageError) -> Bool {
    let owner = owner.owner
    return try await turns.withLock { () async throws(StorageError) -> Bool in
      guard !Task.isCancelled else { return false }
      guard let saved = try await store.save(change, for: owner) else {
        apply(try await store.profile(of: owner), of: owner)
        return false
      }
      apply(saved, of: owner)
      return true
    }
  }

  /// Records that the onboarding was shown, at least while the app runs.
  func markSeen() async {
    wasSeen = true
    do throws(StorageError) { try await store.markSeen() } catch {
      logger.log(.error, "the onboarding will be shown again: \(error)")
    }
  }

  private func readSeen() async {
    do throws(StorageError) {
      if try await store.wasSeen() { wasSeen = true }
    } catch {
      // A failing disk isn't a reason to ask at every launch; the next launch reads it again.
      wasSeen = true
      if error != .cancelled {
        logger.log(.error, "whether the onboarding was shown can't be read: \(error)")
      }
    }
  }

  private func apply(_ profile: ReaderProfile, of owner: Owner) {
    // A profile that comes late is not shown to the next owner.
    guard owner == self.owner.owner else { return }
    loaded = profile
    loadedOwner = owner
    problem = nil
    tellObservers()
  }

  // MARK: Observers

  /// Adds an observer, which is held weakly.
  func add(_ observer: any ProfileObserver) {
    observers.removeAll { $0.observer == nil }
    observers.append(WeakObserver(observer: observer))
  }

  private func tellObservers() {
    for known in observers { known.observer?.profileChanged() }
  }
}
