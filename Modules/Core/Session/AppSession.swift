/// One running app as its faces see it: what is shown, and everything a person can do.
///
/// Every request is counted, and returns when the app has settled. A session that is let go should
/// be stopped first: stopping ends every coordinator and cancels all work.
@MainActor public final class AppSession {
  /// The navigation tree and its screens.
  public let window: Window
  /// The work that runs.
  public let activity: Activity
  /// What happened.
  public let log: EventLog
  /// The services that the app was given.
  public let context: AppContext

  let lifetimes: Lifetimes
  let root: any AppRoot
  var pendingLink: PendingLink?
  var linkWork: Activity.WorkID?
  var linkNumber = 0
  /// The final answers that ``open(_:onFinal:)`` is about to return.
  var linkAnswers: [Int: LinkAnswer] = [:]
  /// The work that restores places, while it does.
  var restoration: Activity.WorkID?
  var savedPlaces: SavedPlaces?
  var savedOwner: Owner?
  var savedChangeCount = -1
  var placesMayBeSaved = true
  var placesCanBeSaved = true
  /// Whether another window's changes are being looked for.
  var isLookingOutside = false
  /// What was seen last.
  var sight: Sight?
  private var notices: [SessionNotice] = []

  /// Creates a session; nothing is shown before ``launch(restoring:link:)``.
  public init(context: AppContext, root: any AppRoot) {
    self.context = context
    self.root = root
    activity = Activity()
    log = EventLog()
    lifetimes = Lifetimes()
    window = Window(activity: activity, log: log, lifetimes: lifetimes)
  }

  // MARK: Life

  /// Starts the app and returns when it has settled.
  ///
  /// - Parameters:
  ///   - restoring: whether to go back to the places of the last session.
  ///   - link: a link to open once the app is there, after restoring.
  public func launch(restoring: Bool = true, link: Link? = nil) async {
    let stack = window.tree.root
    let navigator = Navigator(window: window, stack: stack)
    var restores = restoring
    root.onLaunch = { [weak self] in
      self?.launched(restoring: restores)
      // Whoever comes after somebody who left begins at the beginning.
      restores = false
    }
    // Whoever comes back finds the places that are theirs.
    root.onReturn = { [weak self] in self?.launched(restoring: true) }
    if let link { _ = await open(link) }
    root.attach(
      to: AnyCoordinator.Surroundings(window: window, context: context, navigator: navigator),
      parent: nil)
    for (experiment, variant) in context.experiments.variants.sorted(by: { $0.key < $1.key }) {
      log.note("experiment \(experiment): \(variant)")
    }
    await settle()
  }

  private func launched(restoring: Bool) {
    if context.owner.takeExpiry() { add(.expired) }
    let work = activity.start(.link) { [weak self] in
      if restoring { await self?.restorePlaces() }
      guard let self else { return }
      // A link that waited until now goes on in this work; one that did not has work of its own.
      if pendingLink?.isFollowed == false { linkWork = restoration }
      restoration = nil
      await openPendingLink()
    }
    restoration = work
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
  public var snapshot: Snapshot { window.snapshot }

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
    if mayHaveMoved { await savePlaces() }
    lookOutside()
  }

  /// Returns when the app has settled, no background work is left, and its places are saved.
  public func settleAll() async {
    if !activity.isQuiet { await activity.settleAll() }
    if mayHaveMoved { await savePlaces() }
    guard context.database != nil else { return }
    lookOutside()
    await activity.settleAll()
  }

  // MARK: Leaks

  /// The objects that outlived their place in the app. Meaningful once the app has settled.
  public var leaks: [Lifetimes.Leak] {
    var living: Set<ObjectIdentifier> = []
    func visit(_ coordinator: AnyCoordinator) {
      living.insert(ObjectIdentifier(coordinator))
      coordinator.children.forEach(visit)
    }
    // A root that was never started, or has ended, belongs to its session all the same.
    visit(root)
    for record in window.records.values {
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
    return lines(of: root, indent: "")
  }

  private func lines(of coordinator: AnyCoordinator, indent: String) -> [String] {
    let kinds = coordinator.entries.sorted().map { window.records[$0]?.kind?.rawValue ?? "tabs" }
    let own = kinds.isEmpty ? "" : " [\(kinds.joined(separator: ", "))]"
    return ["\(indent)\(coordinator.id)\(own)"]
      + coordinator.children.flatMap { lines(of: $0, indent: indent + "  ") }
  }
}

/// Something a person should know that belongs to no screen.
public enum SessionNotice: Hashable, Sendable {
  /// So many places of the last session could not be shown again.
  case placesDropped(Int)
  /// Whoever was signed in the last time is not any more: their time was over before the app began.
  case expired
  /// Another window of the app has ended the session of whoever was signed in here.
  case endedOutside
  /// The final answer to a link that had to wait.
  case linkAnswered(Link, LinkAnswer)
  /// The places of the last session could not be read; they are left as they are.
  case placesNotRead(StorageError)
  /// Where the app is could not be saved.
  case placesNotSaved(StorageError)
  /// Work in the background has something to tell.
  case posted(Notice)
}
