public import Observation

/// The app's only navigation tree, its commit queue and the screens in the tree.
///
/// Every change goes through `commit(_:)`: the tree is changed and published once, and each
/// removed entry is reported to its owner once, the top one first. A change that is requested
/// during another one waits in the queue.
@MainActor @Observable public final class NavigationController {
  /// The visible screens and those below them.
  public private(set) var tree: NavigationTree

  /// How a host may animate the last change of the tree. Of several changes at once, the last one's.
  @ObservationIgnored public private(set) var lastTransition = ScreenTransition.none

  /// The screen of an entry, and the coordinator that owns it. A class, to avoid copies of its weak
  /// reference (measured by the journeys of `make bench`).
  @MainActor package final class Record {
    let screen: (any Screen)?
    package let kind: ScreenKind?
    private(set) weak var owner: AnyCoordinator?
    let ownerID: CoordinatorID

    init(_ screen: (any Screen)?, _ kind: ScreenKind?, owner: AnyCoordinator) {
      (self.screen, self.kind, self.owner, ownerID) = (screen, kind, owner, owner.id)
    }
  }

  @ObservationIgnored let activity = Activity()
  @ObservationIgnored let log = EventLog()
  @ObservationIgnored let lifetimes = Lifetimes()
  @ObservationIgnored package var records: [NavigationTree.EntryID: Record] = [:]
  @ObservationIgnored private var queue: [Change] = []
  /// The layers that the user has closed; they stay closed.
  @ObservationIgnored private(set) var closedLayers: Set<NavigationTree.StackID> = []
  /// The calls to make after the running changes: outcomes are delivered after screens are removed.
  @ObservationIgnored private var afterChanges: [() -> Void] = []
  @ObservationIgnored let nesting = Nesting()
  @ObservationIgnored private var isCommitting = false
  @ObservationIgnored private var isCompleting = false
  @ObservationIgnored private var batchDepth = 0
  @ObservationIgnored private var unchecked: [AnyCoordinator] = []
  @ObservationIgnored private var lastVisible: [NavigationTree.EntryID] = []
  @ObservationIgnored var lastNumber = 0
  /// The work for which a locked screen is asking now.
  @ObservationIgnored package var asking: Activity.WorkID?
  /// Serializes the questions to the user.
  @ObservationIgnored let questions = AsyncLock()
  @ObservationIgnored var newestQuestion = 0
  /// The running work of each screen's appearance.
  @ObservationIgnored var appearances: [NavigationTree.EntryID: Activity.WorkID] = [:]
  /// Whether coordinators keep the tree from before their start, to be compared after a stop.
  @ObservationIgnored package var keepsOrigins = false
  /// The kinds of screens whose types share a name, which a map can't tell apart.
  @ObservationIgnored package var ambiguousKinds: Set<ScreenKind> = []
  /// The number of changes of the tree.
  @ObservationIgnored private(set) var changeCount = 0
  @ObservationIgnored var kinds: [ObjectIdentifier: ScreenKind] = [:]

  /// Creates an empty tree.
  init(layout: WidthClass) {
    tree = NavigationTree(root: NavigationTree.StackID(number: 0), layout: layout)
  }

  // MARK: Changes

  /// Makes a change now, or after the running one.
  func commit(_ change: Change) {
    queue.append(change)
    drain()
    complete()
  }

  /// Shows the tree in another layout.
  func layOut(_ layout: WidthClass) {
    guard layout != tree.layout else { return }
    commit(
      Change(kind: .layout, reason: .replaced) {
        $0.layout = layout
        return true
      })
  }

  /// Defers the checks after a change until `body` returns.
  func batch(_ body: () -> Void) {
    batchDepth += 1
    body()
    batchDepth -= 1
    complete()
  }

  /// Ends a coordinator without screens, children and work, once the queue is empty.
  func checkEmptiness(of coordinator: AnyCoordinator) {
    unchecked.append(coordinator)
    complete()
  }

  private func drain() {
    guard !isCommitting else { return }
    isCommitting = true
    // By index: changes may be appended during the loop.
    var next = 0
    while next < queue.count {
      let change = queue[next]
      next += 1
      carryOut(change)
    }
    queue.removeAll(keepingCapacity: true)
    isCommitting = false
    let waiting = afterChanges
    afterChanges = []
    for body in waiting { nest(body) }
  }

  /// Runs a call that may be nested in many others.
  func nest(_ body: @escaping () -> Void) {
    nesting.run(body)
    complete()
  }

  /// Calls a closure that may change the app: now, or after the running changes.
  func afterChanges(_ body: @escaping () -> Void) {
    if isCommitting { afterChanges.append(body) } else { nest(body) }
  }

  private func carryOut(_ change: Change) {
    let result = applyInPlace(change)
    // The top entry is reported first.
    var removed = result.removed
    if result.isApplied {
      changeCount += 1
      if change.kind != .route { lastTransition = result.transition }
      log.append(
        .committed(
          result.kind, added: change.added.compactMap(summary),
          removed: removed.compactMap(summary), change.reason, result.transition))
    } else {
      log.append(.dropped(change.kind, change.added.compactMap(summary)))
    }
    for id in change.added where tree.entry(id) != nil { beginSubscriptions(of: id) }
    // An entry that was not shown is reported to its owner, too.
    removed += change.added.filter { tree.entry($0) == nil }
    for id in removed { tellRemoved(id, change) }
  }

  /// The effect of a change.
  private struct Result {
    let isApplied: Bool
    let removed: [NavigationTree.EntryID]
    let kind: Change.Kind
    let transition: ScreenTransition
  }

  /// Changes the tree in place: a copy for each change would take time that grows with the tree
  /// (the figures of many screens and children in `make bench`).
  private func applyInPlace(_ change: Change) -> Result {
    func apply(to tree: inout NavigationTree) -> Result {
      let (layers, stacks) = (tree.layers.count, tree.layers.map(\.stack))
      let isApplied = change.apply(&tree)
      if change.kind.isUserRequest {
        closedLayers.formUnion(stacks.filter { !tree.stacks.contains($0) })
      }
      // The first screen of a stack is not animated: it replaces no screen. A new layer is animated
      // as a whole.
      let removed = tree.takeRemoved()
      let isNewLayer = tree.layers.count > layers
      let fillsEmptyStack =
        removed.isEmpty && !isNewLayer
        && change.added.contains { tree.stacks.position(of: $0) == 0 && !tree.coversColumn($0) }
      return Result(
        isApplied: isApplied, removed: removed,
        kind: change.kind == .present && !isNewLayer ? .push : change.kind,
        transition: fillsEmptyStack ? .none : change.transition)
    }
    return apply(to: &tree)
  }

  private func tellRemoved(_ id: NavigationTree.EntryID, _ change: Change) {
    guard let record = records.removeValue(forKey: id) else { return }
    activity.cancelWork(of: id)
    guard let owner = record.owner else { return }
    owner.entries.remove(id)
    // An entry that was never shown gives no reason: a flow that shows nothing is cancelled.
    if !change.added.contains(id) { owner.lastEndReason = change.reason }
    unchecked.append(owner)
  }

  private func summary(_ id: NavigationTree.EntryID) -> EventLog.EntrySummary? {
    records[id].map { EventLog.EntrySummary(kind: $0.kind, owner: $0.ownerID) }
  }

  private func complete() {
    guard batchDepth == 0, !isCommitting, !isCompleting, !nesting.hasDeferred else { return }
    isCompleting = true
    // First in, first out; each end may append its parent.
    var next = 0
    while next < unchecked.count {
      let coordinator = unchecked[next]
      next += 1
      coordinator.endIfEmpty()
    }
    if next > 0 { unchecked.removeAll(keepingCapacity: true) }
    isCompleting = false
    let visible = tree.visible
    guard visible != lastVisible else { return }
    let appeared = visible.filter { !lastVisible.contains($0) }
    lastVisible = visible
    for id in appeared { beginAppearance(of: id) }
  }
}
