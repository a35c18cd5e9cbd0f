import Accounts
import Services
import Core
import Observation

/// The profile of the current owner; one for each session of the app.
@MainActor @Observable final class CurrentProfile {
  /// Why the profile could not be read, or nil.
  private(set) var problem: StorageError?
  /// Whether the onboarding was shown on this device, as far as is known.
  private(set) var wasSeen = false

  private var loaded = ReaderProfile()
  private var loadedOwner: Owner?
  @ObservationIgnored private let store: ProfileStore
  @ObservationIgnored private let owner: any SessionOwner
  @ObservationIgnored private let logger: any AppLogger
  @ObservationIgnored private let notices: NoticeBoard
  @ObservationIgnored private let unread: (StorageError) -> Notice
  @ObservationIgnored private let turns = AsyncLock()
  @ObservationIgnored private var forms: [Form] = []

  /// A form that is open on the profile.
  private struct Form {
    weak var viewModel: ProfileViewModel?
  }

  /// Creates the profile of a session.
  ///
  /// - Parameter unread: says that a profile could not be read.
  init(
    _ context: AppContext, store: any KeyValueStore, unread: @escaping (StorageError) -> Notice
  ) {
    self.unread = unread
    self.store = ProfileStore(store)
    owner = context.owner
    logger = context.logger
    notices = context.notices
  }

  /// The profile; an empty one until it is read, and never another owner's.
  var profile: ReaderProfile {
    loadedOwner == owner.owner ? loaded : ReaderProfile()
  }

  /// Reads what must be known before anything is shown.
  func prepare() async {
    await readSeen()
    await load()
  }

  /// Reads the profile of the current owner.
  func load() async {
    let owner = owner.owner
    await turns.withLock {
      do throws(StorageError) {
        take(try await store.profile(of: owner), of: owner)
        if owner == self.owner.owner { problem = nil }
      } catch {
        logger.log(.error, "the profile was not read: \(error)")
        if error != .cancelled { notices.post(unread(error), once: "profile") }
        guard owner == self.owner.owner else { return }
        // What was read of the same owner before is still the best that is known.
        problem = error
        tellForms()
      }
    }
  }

  /// Stores what was changed; false when that was cancelled before it began.
  func save(_ change: ProfileChange) async throws(StorageError) -> Bool {
    let owner = owner.owner
    return try await turns.withLock { () async throws(StorageError) -> Bool in
      guard !Task.isCancelled else { return false }
      take(try await store.save(change, for: owner), of: owner)
      return true
    }
  }

  /// Notes that the onboarding was shown, at least for as long as the app runs.
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
      // A disk that is away is no reason to ask at every launch; the next launch knows more.
      wasSeen = true
      logger.log(.error, "whether the onboarding was shown can't be read: \(error)")
    }
  }

  private func take(_ profile: ReaderProfile, of owner: Owner) {
    // A user who has left meanwhile leaves nothing behind.
    guard owner == self.owner.owner else { return }
    loaded = profile
    loadedOwner = owner
    problem = nil
    tellForms()
  }

  // MARK: Forms

  /// Tells a form, for as long as it lives, when the profile has changed or is another owner's.
  func follow(with viewModel: ProfileViewModel) {
    forms.removeAll { $0.viewModel == nil }
    forms.append(Form(viewModel: viewModel))
  }

  private func tellForms() {
    for form in forms { form.viewModel?.rebase() }
  }
}
