public import Services

/// One running app as its hosts see it: what is shown, and everything a person can do.
///
/// Every request is counted, and returns when the app has settled. A session that is let go should
/// be stopped first: stopping ends every coordinator and cancels all work. One that is not stays in
/// memory for as long as something in it awaits a child flow.
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
  /// The work that runs.
  public let activity: Activity
  /// What happened.
  public let log: EventLog
  /// The services that the app was given.
  public let context: AppContext
  /// The app's first coordinator, from which all others descend.
  public let root: AppCoordinator

  let lifetimes: Lifetimes
  /// Follows links.
  package let links: LinkFollower
  /// Saves where the app is.
  package let saver: PlaceSaver
  /// Restores where the app was.
  package let restorer: PlaceRestorer
  /// Applies what other windows have changed, or nil for an app without a database.
  package let otherWindows: OtherWindows?
  let feed: SnapshotFeed
  private let notices: SessionNotices
  /// Serializes the filling of fields.
  let fills = AsyncLock()

  /// Creates a session of an app with these features; nothing is shown before
  /// ``launch(restoring:link:)``.
  ///
  /// - Parameters:
  ///   - context: the services of all coordinators; they belong to this session alone.
  ///   - features: in the order of their gates and tabs.
  ///   - layout: how much room there is at first; ``change(to:)`` says when that is another.
  ///   - places: keeps the places for restoration; safe to lose.
  ///   - database: the features' database, whose changes by other windows the session applies; nil
  ///     for an app without one.
  ///   - scheme: the scheme of the app's links, in lower case; others are refused. Nil takes every
  ///     scheme.
  public init(
    context: AppContext, features: [Feature], layout: WidthClass = .compact,
    places: any KeyValueStore = MemoryKeyValueStore(), database: (any Database)? = nil,
    scheme: String? = nil
  ) {
    self.context = context
    root = AppCoordinator(features: features)
    activity = Activity()
    log = EventLog()
    lifetimes = Lifetimes()
    navigation = NavigationController(
      activity: activity, log: log, lifetimes: lifetimes, layout: layout)
    let signal = SnapshotSignal()
    notices = SessionNotices(board: context.notices, signal: signal)
    feed = SnapshotFeed(navigation, notices: notices, signal: signal)
    let ground = SessionGround(
      root: root, context: context, navigation: navigation, notices: notices)
    links = LinkFollower(ground, scheme: scheme)
    saver = PlaceSaver(ground, store: places)
    restorer = PlaceRestorer(ground, saver: saver)
    otherWindows = database.map { OtherWindows(ground, database: $0) }
    restorer.onEnd = { [weak links] in links?.follow() }
  }

  deinit {
    feed.signal.end()
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
    await passRestoringThatWaits()
  }

  private func launched(restoring: Bool) {
    if context.owner.consumeExpiry() { notices.add(.expired) }
    if restoring {
      restorer.begin()
    } else {
      restorer.stop()
      links.follow()
    }
  }

  /// Ends every coordinator and cancels all work, without asking locks.
  public func stop() {
    links.giveUp(because: .appEnded)
    root.stop()
    activity.cancelAll()
    feed.signal.end()
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

  /// Whether the app has ended: it was stopped, or the person has quit.
  public var hasEnded: Bool { root.state == .ended }

  // MARK: What is shown

  /// Reads the current snapshot.
  public var snapshot: Snapshot { feed.read() }

  /// The snapshots that a host draws, from now until the session ends.
  public var snapshots: Snapshots { Snapshots(feed: feed) }

  /// The current snapshot, for hosts that look before and after each request.
  ///
  /// The screens are read again only after work has begun or the tree has changed. A test that changes a
  /// screen by itself uses ``snapshot``.
  package var cachedSnapshot: Snapshot { feed.cached }

  /// The current snapshot as a host that waits for ``snapshots`` gets it: after Observation has reported a
  /// change.
  package func observe() -> Snapshot { feed.observe() }

  /// The features' facts that change which screens can be reached.
  public var facts: [String] { root.features.flatMap { $0.facts() } }

  /// Takes the notices that no host has shown yet, the oldest first.
  public func takeNotices() -> [SessionNotice] { notices.consume() }

  /// Returns when the app has settled and its places are saved.
  public func settle() async {
    if !activity.isSettled { await activity.settle() }
    await restorer.forgetAttempt()
    if saver.isDue { await saver.save() }
    otherWindows?.checkForChanges()
  }

  /// Returns when the app has settled, no background work is left, and its places are saved.
  public func settleAll() async {
    if !activity.isQuiet { await activity.settleAll() }
    if saver.isDue { await saver.save() }
    guard let otherWindows else { return }
    otherWindows.checkForChanges()
    await activity.settleAll()
  }

  /// Makes the visible screens appear again, as background work, because something outside has changed
  /// that they show, such as the network. May be called from any thread.
  public nonisolated func refreshSoon() {
    activity.onMain { [weak self] in
      guard let self, root.isRunning else { return }
      navigation.refreshScreens()
    }
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

extension AppSession: OwnerObserver {
  /// Does nothing: restoring for the guest stops by itself, after the place that is being shown.
  public func ownerSignedIn() async {}

  /// Stops restoring for the owner who has left, and gives up a followed link.
  public func ownerLeft(hasExpired: Bool) {
    restorer.stop()
    if links.pending?.isFollowed == true { links.giveUp(because: .sessionEnded) }
  }
}
