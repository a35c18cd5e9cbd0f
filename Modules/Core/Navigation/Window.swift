public import Observation

/// The app's one navigation tree, its one commit queue and the screens that stand in the tree.
///
/// Every change goes through ``commit(_:)``: the new tree is computed, compared with the old one by
/// entry identity, published once, and each entry that went is told to its owner once, the top one
/// first. A change asked for while another is being carried out waits for its turn.
@MainActor @Observable public final class Window {
  /// What is shown, and what lies below it.
  public private(set) var tree: NavigationTree

  /// What is known of an entry. An object, because copying a weak reference takes a while.
  @MainActor final class Record {
    let screen: (any Screen)?
    let kind: ScreenKind?
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
  @ObservationIgnored private(set) var records: [NavigationTree.EntryID: Record] = [:]
  @ObservationIgnored private var queue: [Change] = []
  @ObservationIgnored private var isCommitting = false
  @ObservationIgnored private var isCompleting = false
  @ObservationIgnored private var batchDepth = 0
  @ObservationIgnored private var unchecked: [AnyCoordinator] = []
  @ObservationIgnored private var lastVisible: [NavigationTree.EntryID] = []
  @ObservationIgnored private var lastNumber = 0
  /// The leaving for which a locked screen is asking now.
  @ObservationIgnored var asking: Activity.WorkID?
  /// How often the tree has changed.
  @ObservationIgnored private(set) var changeCount = 0
  @ObservationIgnored private var kinds: [ObjectIdentifier: ScreenKind] = [:]

  /// Creates a window that shows nothing.
  init(activity: Activity, log: EventLog, lifetimes: Lifetimes) {
    self.activity = activity
    self.log = log
    self.lifetimes = lifetimes
    tree = NavigationTree(root: NavigationTree.StackID(number: 0))
  }

  // MARK: Screens

  /// The screen of an entry, or nil for a tab bar, a split, and what is gone.
  public func screen(of entry: NavigationTree.EntryID) -> (any Screen)? {
    records[entry]?.screen
  }

  /// The coordinator that owns an entry, or nil when there is none left.
  public func owner(of entry: NavigationTree.EntryID) -> AnyCoordinator? {
    records[entry]?.owner
  }

  func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  func register(
    _ screen: (any Screen)?, body: NavigationTree.Body?, route: Route?, owner: AnyCoordinator
  ) -> NavigationTree.Entry {
    let id = NavigationTree.EntryID(number: nextNumber())
    let kind: ScreenKind? = if let screen { kind(of: type(of: screen)) } else { nil }
    records[id] = Record(screen, kind, owner: owner)
    owner.entries.insert(id)
    if let screen, let kind {
      lifetimes.track(screen, as: .screen(kind), path: owner.path)
      if let model = screen.model { lifetimes.track(model, as: .model(of: kind), path: owner.path) }
    }
    return NavigationTree.Entry(
      id: id, body: body ?? .screen(kind ?? ""), route: route)
  }

  private func kind(of type: any Screen.Type) -> ScreenKind {
    let key = ObjectIdentifier(type)
    if let kind = kinds[key] { return kind }
    let kind = ScreenKind(of: type)
    kinds[key] = kind
    return kind
  }

  // MARK: Changes

  /// Carries out a change now, or after the one that is being carried out.
  func commit(_ change: Change) {
    queue.append(change)
    drain()
    complete()
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
  }

  private func carryOut(_ change: Change) {
    let old = tree
    var new = old
    let applied = change.apply(&new)
    if !applied { log.append(.dropped(change.kind, change.added.map(summary))) }
    // The top entry is told first.
    var removed = old.entries(missingIn: new)
    if new != old {
      tree = new
      changeCount += 1
    }
    if applied {
      log.append(
        .committed(
          change.kind, added: change.added.map(summary), removed: removed.map(summary),
          removed.isEmpty ? nil : change.reason, transition(of: change, from: old)))
    }
    // An entry that never got in was still promised to its owner.
    removed += change.added.filter { new.entry($0) == nil }
    for id in removed { tellRemoved(id, change.reason) }
  }

  /// The first screen of a stack is not animated: nothing stood there to move away from.
  ///
  /// Asked of the tree as it was when the change's turn came. A new layer is animated as a whole.
  private func transition(of change: Change, from old: NavigationTree) -> Transition {
    let fillsEmptyStack = change.added.contains { id in
      tree.stack(of: id).map { old.stacks[$0]?.isEmpty == true } ?? false
    }
    return fillsEmptyStack ? .none : change.transition
  }

  private func tellRemoved(_ id: NavigationTree.EntryID, _ reason: EndReason) {
    guard let record = records.removeValue(forKey: id) else { return }
    activity.cancelWork(of: id)
    guard let owner = record.owner else { return }
    owner.entries.remove(id)
    owner.lastEndReason = reason
    unchecked.append(owner)
  }

  private func summary(_ id: NavigationTree.EntryID) -> EventLog.EntrySummary {
    let record = records[id]
    return EventLog.EntrySummary(
      entry: id, kind: record?.kind, owner: record?.ownerID ?? CoordinatorID(name: "?", serial: 0))
  }

  private func complete() {
    guard batchDepth == 0, !isCommitting, !isCompleting else { return }
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

  /// Lets the screens that stand beside one on which something was done show what came of it.
  func refreshScreens(beside entry: NavigationTree.EntryID) {
    let visible = tree.visible
    guard visible.count > 1, visible.contains(entry) else { return }
    for other in visible where other != entry { beginAppearance(of: other) }
  }

  /// Lets what is visible appear anew, as background work: nobody asked for it.
  func refreshScreens() {
    for entry in tree.visible { beginAppearance(of: entry, .background) }
  }

  private func beginAppearance(
    of entry: NavigationTree.EntryID, _ kind: Activity.Kind = .appearance
  ) {
    guard let work = records[entry]?.screen?.appeared() else { return }
    activity.start(
      kind, entry: entry, owner: records[entry]?.owner?.id, operation: work)
  }
}
