import Synchronization

/// Counts all work of one app, to know when the app has settled.
///
/// The app is settled when no counted work runs except parked work, which awaits a child flow, and
/// background work, which only ``AppSession/settleAll()`` waits for. Other tasks of the core and the
/// features are awaited by counted work, or a comment says why they are not.
///
/// Work that never returns keeps the app from settling; ``unsettled`` names it.
@MainActor public final class Activity {
  /// The work that the current code belongs to, if any. A task that the work has started keeps it after its end, and
  /// it may be work of another app.
  @TaskLocal static var current: WorkID?

  private var running: [WorkID: Work] = [:]
  private var byEntry: [NavigationTree.EntryID: [Work]] = [:]
  /// The number of running works of each ``Weight``.
  private var load = [0, 0, 0, 0]
  /// The number of starts and ends of work, and of elements that subscriptions have handled, which is
  /// constant while the app makes no progress.
  package private(set) var progress = 0
  /// The callers that wait until the app has settled, in order.
  package internal(set) var waiters: [Waiter] = []
  /// How often code outside of work has waited until the app had settled.
  package internal(set) var settledCount = 0
  /// The number of callers that wait for one piece of work.
  private(set) var waitingCount = 0
  let resumption = MainActorResumption()
  /// Whether an action may begin before the starting call returns. A test turns it off, as on older systems.
  package var beginsAtOnce = true
  /// Whether work runs that the user waits for.
  private(set) var isBusy = false
  /// Called when ``isBusy`` changes.
  var onBusyChange: (() -> Void)?

  /// Requests from other threads that have not reached the main actor.
  private let arriving = Atomic(0)

  /// The number of these requests.
  var arrivingCount: Int { arriving.load(ordering: .sequentiallyConsistent) }

  init() {}

  /// The running work, oldest first.
  package var works: [Work] { running.values.sorted { $0.id < $1.id } }

  // MARK: Work

  @discardableResult
  func start(
    _ kind: Kind, name: String? = nil, entry: NavigationTree.EntryID? = nil,
    owner: CoordinatorID? = nil, operation: @escaping @MainActor () async -> Void,
    onEnd: ((WorkID) -> Void)? = nil
  ) -> WorkID {
    progress += 1
    let id = WorkID(number: progress, activity: ObjectIdentifier(self))
    let work = Work(id: id, kind: kind, name: name, entry: entry, owner: owner)
    running[id] = work
    weigh(work, 1)
    noteBusy()
    if let entry { byEntry[entry, default: []].append(work) }
    let body: @MainActor () async -> Void = { [self] in
      work.mainTask = .current
      await Self.$current.withValue(id, operation: operation)
      remove(work)
      onEnd?(id)
      resumeWaiters()
    }
    let isAtOnce = beginsAtOnce && kind.beginsAtOnce
    work.task = isAtOnce ? Task.atOnce(body) : Task { @MainActor in await body() }
    // The task ran at once, and the work was cancelled before the task was stored.
    if work.isCancelled { work.task?.cancel() }
    return id
  }

  private func remove(_ work: Work) {
    running[work.id] = nil
    progress += 1
    weigh(work, -1)
    noteBusy()
    guard let entry = work.entry else { return }
    let others = byEntry[entry]?.filter { $0 !== work } ?? []
    byEntry[entry] = others.isEmpty ? nil : others
  }

  private func weigh(_ work: Work, _ count: Int) {
    if let weight = work.weight { load[weight.rawValue] += count }
  }

  package func change(_ id: WorkID?, _ body: (Work) -> Void) {
    guard let id, let work = running[id] else { return }
    weigh(work, -1)
    body(work)
    weigh(work, 1)
    noteBusy()
  }

  private func noteBusy() {
    let busy = load[Weight.tracked.rawValue] > 0 || load[Weight.settling.rawValue] > 0
    guard busy != isBusy else { return }
    isBusy = busy
    onBusyChange?()
  }

  /// The work, if it is running.
  package func work(_ id: WorkID) -> Work? { running[id] }

  /// Returns when the work has ended.
  func wait(for id: WorkID) async {
    waitingCount += 1
    await running[id]?.task?.value
    waitingCount -= 1
  }

  /// The actions that run on this entry and are not parked on a child flow.
  func actions(on entry: NavigationTree.EntryID) -> [(work: WorkID, action: Action.ID)] {
    (byEntry[entry] ?? []).compactMap { work in
      guard !work.isParked, case .action(let action) = work.kind else { return nil }
      return (work.id, action)
    }
  }

  /// Whether work of this entry awaits a child flow.
  package func awaitsFlow(_ entry: NavigationTree.EntryID) -> Bool {
    byEntry[entry]?.contains { !$0.parked.isEmpty } ?? false
  }

  /// Whether this work is parked on a child flow.
  func isParked(_ id: WorkID) -> Bool { running[id]?.isParked ?? false }

  func cancel(_ id: WorkID) {
    change(id) { $0.isCancelled = true }
    running[id]?.task?.cancel()
  }

  /// Cancels an action that runs on this entry and is not parked on a child flow.
  package func cancel(_ action: Action.ID, on entry: NavigationTree.EntryID) {
    for (work, running) in actions(on: entry) where running == action { cancel(work) }
  }

  func cancelWork(of entry: NavigationTree.EntryID) {
    for work in byEntry[entry] ?? [] { cancel(work.id) }
  }

  func cancelAll() {
    // Cancelling may end work, which changes the list.
    for id in running.keys.sorted() { cancel(id) }
  }

  /// Cancels the newest work that the user started, or else the newest work of a coordinator.
  ///
  /// Skips work that waits for a child flow or for the rest of the app, and work that is already
  /// cancelled: an action that ignores its cancellation does not protect older ones.
  ///
  /// - Returns: whether any work was cancelled.
  @discardableResult
  public func cancelNewestAction() -> Bool {
    let hanging = running.values.filter { $0.weight == .tracked && !$0.isCancelled }
    let newest = { (works: [Work]) in works.max { $0.id < $1.id } }
    guard let work = newest(hanging.filter(\.kind.isRequested)) ?? newest(hanging) else {
      return false
    }
    cancel(work.id)
    return true
  }

  // MARK: Parking

  /// Records that a task of the work is parked on a child flow.
  func park(_ id: WorkID?, _ task: TaskIdentity?) {
    guard let task else { return }
    change(id) { work in
      work.parked.append(task)
      work.hasParked = true
    }
    resumeWaiters()
  }

  func unpark(_ id: WorkID?, _ task: TaskIdentity?) {
    change(id) { work in
      if let index = work.parked.firstIndex(where: { $0 == task }) { work.parked.remove(at: index) }
    }
  }

  /// The number of tasks that are parked on a child flow.
  package var parkedCount: Int { running.values.reduce(0) { $0 + $1.parked.count } }

  // MARK: Subscriptions

  /// Counts a subscription while it handles an element: invalidates cached snapshots before and after.
  func handle(_ body: @MainActor () async -> Void) async {
    let own = Self.current
    progress += 1
    change(own) { $0.isHandling = true }
    await body()
    progress += 1
    change(own) { $0.isHandling = false }
    resumeWaiters()
  }

  // MARK: Settling

  /// Whether callers that wait for this can be resumed.
  ///
  /// - Parameters:
  ///   - all: whether background work counts.
  ///   - isWork: whether counted work waits: then other waiting work does not count.
  package func isQuiet(all: Bool, forWork isWork: Bool) -> Bool {
    func isNone(_ running: Weight, _ settling: Weight) -> Bool {
      load[running.rawValue] == 0 && (isWork || load[settling.rawValue] == 0)
    }
    return isNone(.tracked, .settling) && (!all || isNone(.background, .settlingBackground))
      && arrivingCount == 0
  }

  // MARK: Other threads

  /// Runs `body` on the main actor, in a turn of its own, and counts it from now on.
  ///
  /// Never runs it synchronously: only on some platforms is the main thread the main actor's, and
  /// the caller may be in the middle of a change.
  nonisolated func onMain(_ body: @escaping @MainActor () -> Void) {
    arriving.add(1, ordering: .sequentiallyConsistent)
    Task { @MainActor in
      body()
      arriving.subtract(1, ordering: .sequentiallyConsistent)
      resumeWaiters()
    }
  }
}
