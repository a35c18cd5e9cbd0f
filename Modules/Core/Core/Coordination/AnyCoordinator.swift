import Services

/// A coordinator without the type of its outcome: a node of the tree of coordinators.
///
/// Subclass ``Coordinator`` instead.
@MainActor open class AnyCoordinator {
  package enum State { case new, running, ended }

  /// The coordinator's name and number; complete once it has started.
  public var id: CoordinatorID { CoordinatorID(name: identifier ?? name, serial: serial) }
  /// The coordinator that started this one; nil for the app's first.
  public private(set) weak var parent: AnyCoordinator?
  /// The running children, oldest first.
  public private(set) var children: [AnyCoordinator] = []

  /// The identifier under which the parent has started it, or nil.
  var identifier: String?
  private let name: String
  private var serial = 0
  /// The path to this coordinator. Shared with the children, so that the memory of many children in
  /// `make bench` stays linear.
  private(set) var pathNode: CoordinatorPath?
  package internal(set) var state = State.new
  package internal(set) var entries: Set<NavigationTree.EntryID> = []
  package internal(set) var work: Set<Activity.WorkID> = []
  var backgroundWork: Set<Activity.WorkID> = []
  var lastEndReason: EndReason?
  /// The counted work that awaits the outcome; nil if nothing does, or only a task that is not counted.
  package internal(set) var awaitingWork: Activity.WorkID?
  /// Whether it was started by push or present, so that stopping it restores the tree.
  package internal(set) var isRewindable = false
  /// The tree before the start, if ``NavigationController/keepsOrigins`` is set.
  package internal(set) var origin: NavigationTree?
  var surroundings: Surroundings?

  /// The values that a coordinator gets from its parent. A class, to avoid copies of the context
  /// (measured by the journeys of `make bench`).
  @MainActor final class Surroundings {
    let navigation: NavigationController
    let context: AppContext
    let navigator: Navigator

    init(navigation: NavigationController, context: AppContext, navigator: Navigator) {
      (self.navigation, self.context, self.navigator) = (navigation, context, navigator)
    }
  }

  init(name: String?) {
    self.name = name ?? CoordinatorID.name(of: Self.self)
  }

  // MARK: For subclasses

  /// Shows the flow's first screen, or starts the child that does.
  ///
  /// Synchronous: loading belongs to view models. Called once, when the coordinator is started.
  open func start() {}

  /// Whether the coordinator ends when it has no screen, child or work left.
  ///
  /// `false` for a coordinator that stays without screens until ``stop()`` or its parent's end, such as the
  /// app's first one.
  open var endsWhenEmpty: Bool { true }

  /// Asks the user whether to leave a locked screen of this coordinator; returns `true` to leave
  /// it. The default presents an alert with the lock's text.
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
  public var path: [CoordinatorID] { pathNode?.ids ?? [id] }

  // MARK: Lifetime

  func attach(to surroundings: Surroundings, parent: AnyCoordinator?) {
    precondition(state == .new, "\(id) was started twice; a coordinator is started once")
    state = .running
    self.surroundings = surroundings
    self.parent = parent
    serial = surroundings.navigation.nextNumber()
    parent?.children.append(self)
    pathNode = CoordinatorPath(id, below: parent?.pathNode)
    let navigation = surroundings.navigation
    navigation.lifetimes.track(self, as: .coordinator(id), path: parent?.pathNode)
    navigation.log.append(.started(id, parent: parent?.id))
    navigation.nest { [self] in
      guard state == .running else { return }
      navigation.batch { start() }
      navigation.checkEmptiness(of: self)
    }
  }

  func endIfEmpty() {
    guard state == .running, endsWhenEmpty, entries.isEmpty, children.isEmpty, work.isEmpty else {
      return
    }
    end(.ended(lastEndReason ?? .cancelled))
  }

  /// Ends the coordinator without a value and restores the tree from before ``start()``.
  ///
  /// Does nothing for a coordinator that has ended or not started. Asks no locks; ``leave(_:)``
  /// does.
  public func stop() {
    end(.ended(.cancelled))
  }

  /// The only exit: every end of a coordinator goes through here, once.
  ///
  /// Removes the screens of the whole subtree in one change, then delivers each outcome: children
  /// before their parent, newest first. Flows above them end as replaced.
  func end(_ ending: Ending) {
    guard state == .running, let navigation = surroundings?.navigation else { return }
    // A descendant that has ended already delivers its own outcome.
    let flows = subtree().filter { $0.state == .running }
    for flow in flows { flow.state = .ended }
    navigation.batch {
      rewind(in: navigation)
      for flow in flows.dropFirst().reversed() {
        flow.detach(from: navigation, with: .ended(.parentEnded))
      }
      let parent = parent
      // A parent that is empty now ends for the same reason; a value is none.
      parent?.lastEndReason = if case .ended(let reason) = ending { reason } else { nil }
      detach(from: navigation, with: ending)
      if let parent { navigation.checkEmptiness(of: parent) }
    }
  }

  private func detach(from navigation: NavigationController, with ending: Ending) {
    for id in work.union(backgroundWork).sorted() { navigation.activity.cancel(id) }
    parent?.remove(self)
    navigation.log.append(.ended(id, ending))
    navigation.afterChanges { [self] in deliver(ending) }
  }

  private func remove(_ child: AnyCoordinator) {
    // Sorted by number, so a child is found in logarithmic time (`make bench`: children).
    let index = children.insertionIndex(of: child.serial) { $0.serial }
    if index < children.count, children[index] === child { children.remove(at: index) }
  }

  func deliver(_ ending: Ending) {}

  /// Removes the screens of this coordinator and its descendants.
  func rewind(in navigation: NavigationController) {
    let entries = subtreeEntries()
    if !entries.isEmpty { navigation.commit(.removing(entries, kind: .rewind)) }
  }

  /// This coordinator and its descendants; each before its children, older children first.
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
