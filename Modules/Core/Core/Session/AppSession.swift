public import Services

/// A running app, as a host uses it: the visible screens, and a method for each user request.
///
/// Every request is counted, and returns when the app has settled. Stop a session before you
/// release it: without that its work is cancelled, but no flow ends with an outcome.
///
/// ```swift
/// let session = AppSession(context: context, features: [.trips(traveller)])
/// await session.launch()
/// _ = await session.select("trip:rome")
/// #expect(session.snapshot.panes.last?.content.title == "Rome")
/// ```
@MainActor public final class AppSession {
  /// The navigation tree and its screens.
  public let navigation: NavigationController
  /// Counts the running work.
  public var activity: Activity { navigation.activity }
  /// The event log.
  public var log: EventLog { navigation.log }
  /// The services and experiments of the app.
  public let context: AppContext
  /// The app's first coordinator, from which all others descend.
  package let root: AppCoordinator

  /// Opens links.
  package let links: LinkFollower
  /// Saves the routes of the open screens.
  package let saver: PlaceSaver
  /// Restores the routes of the screens that were open.
  package let restorer: PlaceRestorer
  /// Applies changes of other windows; nil for an app without a database.
  package let otherWindows: OtherWindows?
  let feed: SnapshotFeed
  private let notices: SessionNotices
  /// Serializes the filling of fields, for which actions wait.
  package let fills = AsyncLock()

  /// Creates a session, which shows no screen before ``launch(restoring:link:)``.
  ///
  /// - Parameters:
  ///   - context: the services of all coordinators, which no other running session uses.
  ///   - features: the features; their order is that of gates and tabs.
  ///   - layout: the initial width class; change it with ``change(to:)``.
  ///   - places: stores the routes of the open screens; safe to lose.
  ///   - database: the features' database, where the session looks for changes of other windows, and claims
  ///     the restoration; nil for none.
  ///   - scheme: the scheme of the app's links; nil accepts every scheme.
  public init(
    context: AppContext, features: [Feature], layout: WidthClass = .compact,
    places: any KeyValueStore = MemoryKeyValueStore(), database: (any Database)? = nil,
    scheme: String? = nil
  ) {
    self.context = context
    root = AppCoordinator(features: features)
    navigation = NavigationController(layout: layout)
    let signal = SnapshotSignal()
    notices = SessionNotices(board: context.notices, signal: signal)
    feed = SnapshotFeed(navigation, notices: notices, signal: signal)
    let parts = SessionParts(root: root, context: context, navigation: navigation, notices: notices)
    links = LinkFollower(parts, scheme: scheme)
    otherWindows = database.map { OtherWindows(parts, database: $0) }
    saver = PlaceSaver(parts, store: places, otherWindows: otherWindows)
    restorer = PlaceRestorer(parts, saver: saver, links: links, database: database)
    root.onLink = { [weak self] in
      self?.links.openSoon($0)
      // No request may follow.
      self?.restorer.giveWayToLink()
    }
    root.onCancelledPreparation = { [weak self] in self?.otherWindows?.reloadLater() }
    // Also if another coordinator stops it.
    root.onEnd = { [weak self] _ in self?.abort() }
  }

  deinit {
    feed.signal.end()
    navigation.activity.onMain { [activity = navigation.activity] in activity.cancelAll() }
  }

  // MARK: Lifetime

  /// Starts the app and returns when it has settled. Does nothing if the app was launched or stopped before: a view's
  /// task may run again.
  ///
  /// - Parameters:
  ///   - restoring: whether to restore the screens of the last session.
  ///   - link: a link to open after that; its answer is among the notices, also when it is shown.
  public func launch(restoring: Bool = true, link: DeepLink? = nil) async {
    guard root.state == .new else { return }
    let navigator = Navigator(navigation: navigation, stack: navigation.tree.root)
    root.restores = restoring
    root.onLaunch = { [weak self] in self?.launched(restoring: $0) }
    if let link, case .refused(let why) = await open(link) {
      notices.add(.linkAnswered(link, .refused(why)))
    }
    // The window may have been closed meanwhile.
    guard root.state == .new else { return }
    context.owner.add(restorer)
    root.attach(
      to: .init(navigation: navigation, context: context, navigator: navigator), parent: nil)
    for (experiment, variant) in context.experiments.sorted(by: { $0.key < $1.key }) {
      log.note("experiment \(experiment): \(variant)")
    }
    await settle()
  }

  private func launched(restoring: Bool) {
    if context.owner.consumeExpiry() { notices.add(.expired) }
    // What was kept may have been deleted with the guest's other data.
    saver.saved = nil
    // Under a sign-in that waits for its answer, neither places nor links are shown.
    guard root.opensLinks else { return }
    if restoring { restorer.begin() } else { links.follow() }
  }

  /// Ends every coordinator and cancels all work, without asking locks. A session that is stopped before its launch
  /// does not launch.
  ///
  /// The cancelled work may still run: await ``settleAll()`` before closing the database. It also deletes the record of
  /// an interrupted attempt to restore the last screens.
  public func stop() {
    restorer.wasStopped = true
    abort()
  }

  /// Stops an app that hangs: the routes that it was restoring may be the reason.
  package func abort() {
    links.giveUp(because: .appEnded)
    if root.state == .new { root.state = .ended }
    root.stop()
    activity.cancelAll()
    feed.signal.end()
  }

  /// Asks every lock, then ends the app.
  ///
  /// - Returns: ``LeaveAnswer/left`` when the app has ended.
  public func quit() async -> LeaveAnswer {
    await leave(.everything) { [weak self] in self?.stop() }
  }

  /// Ends an expired session and returns when the app has restarted; returns `false` without one.
  func expireIfDue() async -> Bool {
    guard context.owner.hasExpired(at: context.clock.now) else { return false }
    let owner = context.owner.owner
    // Another window may have extended the session, or begun one of another user.
    if await otherWindows?.apply() == true { return true }
    // Another request may have ended it meanwhile.
    if context.owner.owner == owner {
      guard context.owner.hasExpired(at: context.clock.now) else { return false }
      context.owner.expire()
    }
    await settle()
    return true
  }

  /// The features, in the order of their tabs.
  public var features: [Feature] { root.features }

  /// Whether the gates are passed and the tabs are shown.
  public var isLaunched: Bool { root.isLaunched }

  /// Whether the app has ended: it was stopped, or the user has quit.
  public var hasEnded: Bool { root.state == .ended }

  // MARK: Snapshots

  /// Reads the current snapshot.
  public var snapshot: Snapshot { feed.read() }

  /// The snapshots that a host draws, from now until the session ends.
  public var snapshots: Snapshots { Snapshots(feed: feed) }

  /// The current snapshot, for hosts that read it before and after each request.
  ///
  /// The screens are read again only after work has begun or ended or the tree has changed. A test
  /// that changes a screen directly uses ``snapshot``.
  package var cachedSnapshot: Snapshot { feed.cached }

  /// The current snapshot as ``snapshots`` delivers it: read again only after Observation has
  /// reported a change.
  package func observe() -> Snapshot { feed.observe() }

  /// Returns and removes the notices that no host has shown yet: the session's own, then those of
  /// background work.
  public func consumeNotices() -> [SessionNotice] { notices.consume() }

  /// Returns when the app has settled and the routes of its screens are saved, unless another window has
  /// ended the session.
  public func settle() async {
    if !activity.isSettled { await activity.settle() }
    restorer.giveWayToLink()
    if !activity.isSettled { await activity.settle() }
    await restorer.forgetAttempt()
    if saver.isDue { await saver.save() }
    otherWindows?.checkForChanges()
  }

  /// Returns when the app has settled, no background work is left, and the routes are saved.
  public func settleAll() async {
    if !activity.isQuiet { await activity.settleAll() }
    await settle()
    if !activity.isQuiet { await activity.settleAll() }
  }

  /// Reloads the visible screens, applies changes of other windows and ends an expired session, all
  /// in the background: for example after the network or the user has returned. Callable from any
  /// thread.
  public nonisolated func refreshSoon() {
    navigation.activity.onMain { [weak self] in
      guard let self, root.isRunning else { return }
      otherWindows?.checkForChanges()
      guard context.owner.hasExpired(at: context.clock.now) else {
        return navigation.refreshScreens()
      }
      activity.start(.background, name: "expire") { [weak self] in _ = await self?.expireIfDue() }
    }
  }

  // MARK: Leaks

  /// The leaked objects. Valid only once the app has settled.
  public var leaks: [Lifetimes.Leak] {
    // A root that was never started, or has ended, still belongs to its session.
    var living = Set(root.subtree().map(ObjectIdentifier.init))
    for record in navigation.records.values {
      if let screen = record.screen {
        living.insert(ObjectIdentifier(screen))
        if let model = screen.model { living.insert(ObjectIdentifier(model)) }
      }
    }
    return navigation.lifetimes.leaks(except: living)
  }
}
