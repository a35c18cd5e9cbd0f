import Services

/// A coordinator without the type of its outcome: what the tree of coordinators is made of.
///
/// Subclass ``Coordinator`` instead.
@MainActor open class AnyCoordinator {
  package enum State { case new, running, ended }

  /// Names this coordinator; complete once it has started.
  public var id: CoordinatorID {
    guard let name else { return CoordinatorID(type: type(of: self), serial: serial) }
    return CoordinatorID(name: name, serial: serial)
  }
  /// The one that started this coordinator; nil for the app's first.
  public private(set) weak var parent: AnyCoordinator?
  /// The coordinators that this one started and that have not ended, the oldest first.
  public private(set) var children: [AnyCoordinator] = []

  private var name: String?
  private var serial = 0
  /// Shared with the children, so that a deep path takes no more memory than its last step.
  private(set) var place: CoordinatorPath?
  package var state = State.new
  package var entries: Set<NavigationTree.EntryID> = []
  package var work: Set<Activity.WorkID> = []
  var backgroundWork: Set<Activity.WorkID> = []
  var lastEndReason: EndReason?
  /// Whether the outcome is awaited.
  package var isAwaited = false
  /// The work that awaits the outcome.
  package var awaitingWork: Activity.WorkID?
  /// Whether it was started by push or present, so that stopping it brings back what there was.
  package var isRewindable = false
  /// The tree before the start, where ``NavigationController/keepsOrigins`` asks for it.
  package var origin: NavigationTree?
  private(set) var surroundings: Surroundings?

  /// What a coordinator gets from the one that starts it. An object, because copying a context takes
  /// a while.
  @MainActor final class Surroundings {
    let navigation: NavigationController
    let context: AppContext
    let navigator: Navigator

    init(navigation: NavigationController, context: AppContext, navigator: Navigator) {
      self.navigation = navigation
      self.context = context
      self.navigator = navigator
    }
  }

  init(name: String?) {
    self.name = name
  }

  // MARK: For subclasses

  /// Shows the flow's first screen, or starts the child that does.
  ///
  /// Synchronous: loading is the view model's. Called once, when the coordinator is started.
  open func start() {}

  /// Whether the coordinator ends when it has no screen, child or work left.
  ///
  /// Only the app's first coordinator says no: it ends by ``stop()``.
  open var endsWhenEmpty: Bool { true }

  /// Asks the user whether a locked screen of this coordinator may be left, and returns true to
  /// leave it. The default presents an alert with the lock's words.
  open func confirmLeaving(_ lock: Lock) async -> Bool {
    let alert = AlertCoordinator(
      title: lock.title, message: lock.message,
      buttons: [
        Action("keep", title: lock.keep, role: .cancel),
        Action("discard", title: lock.discard, role: .destructive),
      ])
    return await run(alert, .present).value == "discard"
  }

  /// The services and experiments of the app. Only for a coordinator that has started.
  public var context: AppContext { started.context }

  /// The handle on this coordinator's stack. Only for a coordinator that has started.
  public var navigator: Navigator { started.navigator }

  /// Whether the coordinator has started and not ended.
  public var isRunning: Bool { state == .running }

  var started: Surroundings {
    guard let surroundings else {
      preconditionFailure("\(id.name) was used before it was started")
    }
    return surroundings
  }

  /// The identifiers from the app's first coordinator to this one; only its own before the start.
  public var path: [CoordinatorID] { place?.ids ?? [id] }

  // MARK: Lifetime

  func attach(to surroundings: Surroundings, parent: AnyCoordinator?) {
    precondition(state == .new, "\(id) was started twice; a coordinator is started once")
    state = .running
    self.surroundings = surroundings
    self.parent = parent
    serial = surroundings.navigation.nextNumber()
    parent?.children.append(self)
    let place = CoordinatorPath(id, below: parent?.place)
    self.place = place
    let navigation = surroundings.navigation
    navigation.lifetimes.track(self, as: .coordinator(id), path: place.parent)
    navigation.log.append(.started(id, parent: parent?.id))
    navigation.nest { [self] in
      guard state == .running else { return }
      navigation.batch { start() }
      navigation.checkEmptiness(of: self)
    }
  }

  func rename(_ identifier: String) {
    name = identifier
  }

  func endIfEmpty() {
    guard state == .running, endsWhenEmpty, entries.isEmpty, children.isEmpty, work.isEmpty else {
      return
    }
    end(.ended(lastEndReason ?? .cancelled))
  }

  /// Ends the coordinator without a value, rewinding navigation to what it was before ``start()``.
  ///
  /// For a coordinator that has ended already, or not started, nothing happens. Locks are not asked:
  /// ``leave(_:)`` does that.
  public func stop() {
    end(.ended(.cancelled))
  }

  /// Ends all children and takes all screens of this coordinator away, without asking locks, so that
  /// it can start again. One that ends when it is empty ends. Children that an outcome's handler starts
  /// meanwhile stay.
  public func clear() {
    guard isRunning, let navigation = surroundings?.navigation else { return }
    navigation.batch {
      rewind(in: navigation)
      for child in children.reversed() { child.end(.ended(.replaced)) }
      navigation.checkEmptiness(of: self)
    }
  }

  /// The one exit: everything that ends a coordinator comes through here, once.
  ///
  /// The screens of the whole subtree go first, in one change; then each flow learns of its end, the
  /// children before their parent and the newest first. Flows that stood above them end because
  /// something else has taken their place.
  func end(_ outcome: Outcome<any Sendable>) {
    guard state == .running, let navigation = surroundings?.navigation else { return }
    let ending = subtree()
    for coordinator in ending { coordinator.state = .ended }
    navigation.batch {
      rewind(in: navigation)
      for coordinator in ending.dropFirst().reversed() {
        coordinator.leave(navigation, with: .ended(.parentEnded))
      }
      let parent = parent
      // A parent that has nothing left now ends for the same reason.
      if case .ended(let reason) = outcome { parent?.lastEndReason = reason }
      leave(navigation, with: outcome)
      if let parent { navigation.checkEmptiness(of: parent) }
    }
  }

  private func leave(_ navigation: NavigationController, with outcome: Outcome<any Sendable>) {
    for id in work.union(backgroundWork) { navigation.activity.cancel(id) }
    parent?.remove(self)
    navigation.log.append(.ended(id, EventLog.Ending(outcome)))
    navigation.afterChanges { [self] in deliver(outcome) }
  }

  /// Children are in the order of their numbers.
  private func remove(_ child: AnyCoordinator) {
    var (low, high) = (0, children.count)
    while low < high {
      let middle = (low + high) / 2
      if children[middle].serial < child.serial { low = middle + 1 } else { high = middle }
    }
    if low < children.count, children[low] === child { children.remove(at: low) }
  }

  func deliver(_ outcome: Outcome<any Sendable>) {}

  private func rewind(in navigation: NavigationController) {
    let lowest = subtreeEntries().sorted()
    guard !lowest.isEmpty else { return }
    navigation.commit(
      Change(kind: .rewind, reason: .replaced) { tree in
        // Oldest first: what lies above an entry, or was presented from it, goes with it.
        for id in lowest { _ = tree.remove(id) }
        return true
      })
  }

  /// This coordinator and all below it; each before its children, older children first.
  package func subtree() -> [AnyCoordinator] {
    var found: [AnyCoordinator] = []
    var next = [self]
    while let coordinator = next.popLast() {
      found.append(coordinator)
      next += coordinator.children.reversed()
    }
    return found
  }

  package func subtreeEntries() -> Set<NavigationTree.EntryID> {
    subtree().reduce(into: []) { $0.formUnion($1.entries) }
  }
}
