public import Services

/// One running app as its faces see it: what is shown, and everything a person can do.
///
/// Every request is counted, and returns when the app has settled. A session that is let go should
/// be stopped first: stopping ends every coordinator and cancels all work. One that is not stays in
/// memory for as long as something in it awaits a child flow.
@MainActor public final class AppSession {
  /// The navigation tree and its screens.
  public let navigation: NavigationController
  /// The work that runs.
  public let activity: Activity
  /// What happened.
  public let log: EventLog
  /// The services that the app was given.
  public let context: AppContext

  /// Keeps the places for restoration.
  package let places: any KeyValueStore
  /// The database that other windows may change, or nil.
  let database: (any Database)?
  let lifetimes: Lifetimes
  package let root: any AppRoot
  package var pendingLink: PendingLink?
  package var linkWork: Activity.WorkID?
  package var linkNumber = 0
  /// The final answers that ``open(_:onFinal:)`` is about to return.
  var linkAnswers: [Int: LinkAnswer] = [:]
  /// The work that restores places, while it does.
  package var restoration: Activity.WorkID?
  package var savedPlaces: SavedPlaces?
  package var savedOwner: Owner?
  var savedChangeCount = -1
  /// Lets one saving of places at a time through, so that the newest one is the last.
  let savings = AsyncLock()
  /// The number of savings that are under way.
  package var savingCount = 0
  /// Where an attempt to restore places is noted, until the app has settled.
  var attempted: OwnedValues?
  /// Lets one field at a time be filled.
  let fills = AsyncLock()
  var placesMayBeSaved = true
  var placesCanBeSaved = true
  /// Lets one look for another window's changes at a time through, with what it leads to.
  let looks = AsyncLock()
  /// Whether another window's changes are being looked for.
  var isCheckingForExternalChanges = false
  /// The last snapshot, for as long as nothing has happened since.
  var cachedSnapshot: CachedSnapshot?
  private var notices: [SessionNotice] = []

  /// Creates a session; nothing is shown before ``launch(restoring:link:)``.
  ///
  /// - Parameters:
  ///   - layout: how much room there is at first; ``change(to:)`` says when that is another.
  ///   - places: keeps the places for restoration; safe to lose.
  ///   - database: the features' database, whose changes by other windows the session applies; nil for an
  ///     app without one.
  public init(
    context: AppContext, root: any AppRoot, layout: WidthClass = .compact,
    places: any KeyValueStore = MemoryKeyValueStore(), database: (any Database)? = nil
  ) {
    self.context = context
    self.root = root
    self.places = places
    self.database = database
    activity = Activity()
    log = EventLog()
    lifetimes = Lifetimes()
    navigation = NavigationController(
      activity: activity, log: log, lifetimes: lifetimes, layout: layout)
  }

  // MARK: Life

  /// Starts the app and returns when it has settled. A session is launched once: a second launch stops
  /// the program.
  ///
  /// - Parameters:
  ///   - restoring: whether to go back to the places of the last session.
  ///   - link: a link to open once the app is there, after restoring.
  public func launch(restoring: Bool = true, link: DeepLink? = nil) async {
    let stack = navigation.tree.root
    let navigator = Navigator(navigation: navigation, stack: stack)
    var restores = restoring
    root.onLaunch = { [weak self] in
      self?.launched(restoring: restores)
      // After a sign-out the next user starts at the first screen.
      restores = false
    }
    // A user who signs in again finds their places.
    root.onReturn = { [weak self] in self?.launched(restoring: true) }
    context.owner.add(self)
    if let link { _ = await open(link) }
    root.attach(
      to: AnyCoordinator.Surroundings(
        navigation: navigation, context: context, navigator: navigator),
      parent: nil)
    for (experiment, variant) in context.experiments.variants.sorted(by: { $0.key < $1.key }) {
      log.note("experiment \(experiment): \(variant)")
    }
    await settle()
    await passRestorationThatWaits()
  }

  private func launched(restoring: Bool) {
    if context.owner.consumeExpiry() { add(.expired) }
    if let restoration { activity.cancel(restoration) }
    restoration = nil
    guard restoring else { return followPendingLink() }
    restoration = activity.start(.link, name: "restore places") { [weak self] in
      guard let self, let own = Activity.current else { return }
      await restorePlaces(in: own)
      // It may have given way to something newer.
      if restoration == own { endRestoring() }
    }
  }

  /// Ends every coordinator and cancels all work, without asking locks.
  public func stop() {
    supersede(because: "the app has ended")
    root.stop()
    activity.cancelAll()
  }

  /// Asks every lock, then ends the app.
  ///
  /// - Returns: ``LeaveAnswer/left`` when the app has ended.
  public func quit() async -> LeaveAnswer {
    await leave(.everything(.cancelled)) { [weak self] in self?.stop() }
  }

  /// Ends the owner's session if its time has come, and returns when what takes its place is there.
  func hasExpired() async -> Bool {
    guard context.owner.expireIfDue(context.clock.now) else { return false }
    await settle()
    return true
  }

  // MARK: What is shown

  /// What a person sees now.
  public var snapshot: Snapshot { navigation.snapshot }

  /// The features' facts that change which screens can be reached.
  public var facts: [String] { root.features.flatMap { $0.facts() } }

  /// Takes the notices that no face has shown yet, the oldest first.
  public func takeNotices() -> [SessionNotice] {
    defer { notices = [] }
    return notices + context.notices.take().map { .posted($0) }
  }

  func add(_ notice: SessionNotice) {
    notices.append(notice)
  }

  /// Returns when the app has settled and its places are saved.
  public func settle() async {
    if !activity.isSettled { await activity.settle() }
    if attempted != nil, root.isRunning { await forgetAttempt() }
    if mayHaveMoved || savingCount > 0 { await savePlaces() }
    checkForExternalChanges()
  }

  /// Returns when the app has settled, no background work is left, and its places are saved.
  public func settleAll() async {
    if !activity.isQuiet { await activity.settleAll() }
    if mayHaveMoved || savingCount > 0 { await savePlaces() }
    guard database != nil else { return }
    checkForExternalChanges()
    await activity.settleAll()
  }

  // MARK: Leaks

  /// The objects that outlived their place in the app. Meaningful once the app has settled.
  public var leaks: [Lifetimes.Leak] {
    // A root that was never started, or has ended, belongs to its session all the same.
    var living = Set(root.subtree().map(ObjectIdentifier.init))
    for record in navigation.records.values {
      if let screen = record.screen {
        living.insert(ObjectIdentifier(screen))
        if let model = screen.model { living.insert(ObjectIdentifier(model)) }
      }
    }
    return lifetimes.leaks(except: living)
  }

  /// The coordinators that run, as indented lines with the screens they own.
  public var coordinatorTree: [String] {
    guard root.isRunning else { return [] }
    let top = root.path.count
    return root.subtree().map { coordinator in
      let kinds = coordinator.entries.sorted().compactMap { id in
        navigation.records[id]?.kind?.rawValue
          ?? (navigation.tree.entry(id)?.isTabBar == true ? "tabs" : nil)
      }
      let own = kinds.isEmpty ? "" : " [\(kinds.joined(separator: ", "))]"
      let indent = String(repeating: "  ", count: coordinator.path.count - top)
      return "\(indent)\(coordinator.id)\(own)"
    }
  }
}

/// Something a person should know that belongs to no screen.
public enum SessionNotice: Hashable, Sendable {
  /// So many places of the last session could not be shown again.
  case placesDropped(Int)
  /// The session of the last time had expired before the app started.
  case expired
  /// Another window of the app has ended the session of the user who was signed in here.
  case endedOutside
  /// The final answer to a link that had to wait.
  case linkAnswered(DeepLink, LinkAnswer)
  /// The places of the last session could not be read; they are left as they are.
  case placesNotRead(StorageError)
  /// Where the app is could not be saved.
  case placesNotSaved(StorageError)
  /// Work in the background has something to tell.
  case posted(Notice)
}
