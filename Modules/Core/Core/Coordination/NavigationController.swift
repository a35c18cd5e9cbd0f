public import Observation

/// The app's one navigation tree, its one commit queue and the screens that stand in the tree.
///
/// Every change goes through ``commit(_:)``: the new tree is computed, compared with the old one by
/// entry identity, published once, and each entry that went is reported to its owner once, the top one
/// first. A change asked for while another is being carried out waits for its turn.
@MainActor @Observable public final class NavigationController {
  /// What is shown, and what lies below it.
  public private(set) var tree: NavigationTree

  /// What is known of an entry. An object, because copying a weak reference takes a while.
  @MainActor package final class Record {
    let screen: (any Screen)?
    package let kind: ScreenKind?
    private(set) weak var owner: AnyCoordinator?
    let ownerID: CoordinatorID

    init(_ screen: (any Screen)?, _ kind: ScreenKind?, owner: AnyCoordinator) {
      self.screen = screen
      self.kind = kind
      self.owner = owner
      ownerID = owner.id
    }
  }

  @ObservationIgnored let activity: Activity
  @ObservationIgnored let log: EventLog
  @ObservationIgnored let lifetimes: Lifetimes
  @ObservationIgnored package var records: [NavigationTree.EntryID: Record] = [:]
  @ObservationIgnored private var queue: [Change] = []
  /// The layers that a user has closed, which stay closed.
  @ObservationIgnored private(set) var closedLayers: Set<NavigationTree.StackID> = []
  /// What waits for the changes that are being carried out: outcomes come after screens have gone.
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
  /// Lets one question at a time be asked.
  @ObservationIgnored let questions = AsyncLock()
  @ObservationIgnored var newestQuestion = 0
  /// The work that a screen's appearance began.
  @ObservationIgnored var appearances: [NavigationTree.EntryID: Activity.WorkID] = [:]
  /// Whether coordinators keep the tree from before their start, for ``AppSession/stopAndCompare(_:)``.
  @ObservationIgnored package var keepsOrigins = false
  /// The types of screens that have one name, which would make one of two screens of a map.
  @ObservationIgnored package var ambiguousKinds: Set<ScreenKind> = []
  /// How often the tree has changed.
  @ObservationIgnored private(set) var changeCount = 0
  @ObservationIgnored var kinds: [ObjectIdentifier: ScreenKind] = [:]

  /// Creates a window that shows nothing.
  init(activity: Activity, log: EventLog, lifetimes: Lifetimes, layout: WidthClass) {
    self.activity = activity
    self.log = log
    self.lifetimes = lifetimes
    tree = NavigationTree(root: NavigationTree.StackID(number: 0), layout: layout)
  }

  // MARK: Changes

  /// Carries out a change now, or after the one that is being carried out.
  func commit(_ change: Change) {
    queue.append(change)
    drain()
    complete()
  }

  /// Shows the tree with more or less room.
  func layOut(_ layout: WidthClass) {
    guard layout != tree.layout else { return }
    commit(
      Change(kind: .layout, reason: .replaced, transition: .none) {
        $0.layout = layout
        return true
      })
  }

  /// Puts off the checks that follow a change until `body` is through.
  func batch(_ body: () -> Void) {
    batchDepth += 1
    body()
    batchDepth -= 1
    complete()
  }

  /// Asks that a coordinator be ended if it has nothing left, once the queue has drained.
  func checkEmptiness(of coordinator: AnyCoordinator) {
    unchecked.append(coordinator)
    complete()
  }

  private func drain() {
    guard !isCommitting else { return }
    isCommitting = true
    // Not `removeFirst` in a loop: changes queued meanwhile are appended behind.
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

  /// Runs what may run many others within itself.
  func nest(_ body: @escaping () -> Void) {
    nesting.run(body)
    complete()
  }

  /// Does something that may change the app: at once, or after the changes that are being carried out.
  func afterChanges(_ body: @escaping () -> Void) {
    if isCommitting { afterChanges.append(body) } else { nest(body) }
  }

  private func carryOut(_ change: Change) {
    let result = applyInPlace(change)
    // The top entry is reported first.
    var removed = result.removed
    if result.isApplied || !removed.isEmpty { changeCount += 1 }
    if result.isApplied {
      log.append(
        .committed(
          result.kind, added: change.added.map(summary), removed: removed.map(summary),
          removed.isEmpty ? nil : change.reason, result.transition))
    } else {
      log.append(.dropped(change.kind, change.added.map(summary)))
    }
    for id in change.added where tree.entry(id) != nil { beginSubscriptions(of: id) }
    // An entry that never got in was still promised to its owner.
    removed += change.added.filter { tree.entry($0) == nil }
    for id in removed { tellRemoved(id, change) }
  }

  /// What a change came to.
  private struct Result {
    let isApplied: Bool
    let removed: [NavigationTree.EntryID]
    let kind: Change.Kind
    let transition: ScreenTransition
  }

  /// Changes the tree where it is: a copy would make many changes of a large tree slow.
  private func applyInPlace(_ change: Change) -> Result {
    func apply(to tree: inout NavigationTree) -> Result {
      let (layers, stacks) = (tree.layers.count, tree.layers.map(\.stack))
      let isApplied = change.apply(&tree)
      if change.kind.isPersonal {
        closedLayers.formUnion(stacks.filter { !tree.stacks.contains($0) })
      }
      // The first screen of a stack is not animated: nothing stood there to move away from. A new layer
      // is animated as a whole.
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
    // What never got in says nothing of how the others went.
    let gotIn = !change.added.contains(id)
    if gotIn || owner.lastEndReason == nil { owner.lastEndReason = change.reason }
    unchecked.append(owner)
  }

  private func summary(_ id: NavigationTree.EntryID) -> EventLog.EntrySummary {
    let record = records[id]
    return EventLog.EntrySummary(
      entry: id, kind: record?.kind, owner: record?.ownerID ?? CoordinatorID(name: "?", serial: 0))
  }

  private func complete() {
    guard batchDepth == 0, !isCommitting, !isCompleting, !nesting.hasDeferred else { return }
    isCompleting = true
    // In the order in which they were told; an end appends those it leaves with nothing.
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
