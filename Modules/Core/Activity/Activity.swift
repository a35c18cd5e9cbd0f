import Synchronization

/// Counts all work of one app, and so knows when the app has settled.
///
/// The app is settled when no tracked work runs except work that is parked on a child's outcome,
/// and background work, which only ``settleAll()`` waits for. This is the one place of the core and
/// the features that creates tasks.
@MainActor public final class Activity {
  /// Identifies a piece of work.
  struct WorkID: Hashable, Sendable {
    let number: Int
  }

  /// Why work runs.
  enum Kind: Sendable {
    /// A person performed an action.
    case action(Action.ID)
    /// A screen became visible.
    case appearance
    /// A person leaves a locked screen.
    case leaving
    /// A link was opened, or the app is restored.
    case link
    /// A coordinator's own work.
    case own
    /// Nobody waits for it.
    case background

    /// Whether the work may begin before it is known to whoever asked for it.
    var beginsAtOnce: Bool { if case .action = self { true } else { false } }
  }

  struct Work {
    let id: WorkID
    let kind: Kind
    let name: String?
    let entry: NavigationTree.EntryID?
    let owner: CoordinatorID?
    var task: Task<Void, Never>?
    var parks = 0
    var isCancelled = false
    /// Whether it waits until the rest of the app has settled.
    var isSettling = false

    var isBackground: Bool { if case .background = kind { true } else { false } }
    var keepsUnsettled: Bool { parks == 0 && !isBackground }
  }

  /// The work that the running code belongs to, if it belongs to any.
  @TaskLocal static var current: WorkID?

  private(set) var works: [Work] = []
  /// How often work has begun.
  private(set) var begunWorks = 0
  private var waiters: [Waiter] = []
  let resumption = MainActorResumption()

  private struct Waiter {
    let all: Bool
    /// Whether it is tracked work that waits: then other work that waits so, too, does not count.
    let isWork: Bool
    let continuation: CheckedContinuation<Void, Never>
  }

  /// Requests from other threads that are on their way to the main actor.
  private let arriving = Mutex(0)

  init() {}

  // MARK: Work

  @discardableResult
  func start(
    _ kind: Kind, name: String? = nil, entry: NavigationTree.EntryID? = nil,
    owner: CoordinatorID? = nil, operation: @escaping @MainActor () async -> Void,
    onEnd: ((WorkID) -> Void)? = nil
  ) -> WorkID {
    begunWorks += 1
    let id = WorkID(number: begunWorks)
    works.append(Work(id: id, kind: kind, name: name, entry: entry, owner: owner))
    let body: @MainActor () async -> Void = { [self] in
      await Self.$current.withValue(id, operation: operation)
      works.removeAll { $0.id == id }
      onEnd?(id)
      resumeWaiters()
    }
    let task = kind.beginsAtOnce ? Task.atOnce(body) : Task { @MainActor in await body() }
    change(id) { work in
      work.task = task
      // It began at once, and was cancelled before its task was known.
      if work.isCancelled { task.cancel() }
    }
    return id
  }

  /// Whether this action runs on this entry and does not wait for a child flow.
  func isRunning(_ action: Action.ID, on entry: NavigationTree.EntryID) -> Bool {
    works.contains { work in
      guard work.entry == entry, work.parks == 0, case .action(let id) = work.kind else {
        return false
      }
      return id == action
    }
  }

  /// Whether this work waits for a child flow.
  func isParked(_ id: WorkID) -> Bool {
    works.contains { $0.id == id && $0.parks > 0 }
  }

  func cancel(_ id: WorkID) {
    cancelWork { $0.id == id }
  }

  func cancelWork(of entry: NavigationTree.EntryID) {
    cancelWork { $0.entry == entry }
  }

  func cancelAll() {
    cancelWork { _ in true }
  }

  private func cancelWork(where isMeant: (Work) -> Bool) {
    // Cancelling can end work, and so change the list.
    for work in works where isMeant(work) {
      change(work.id) { $0.isCancelled = true }
      work.task?.cancel()
    }
  }

  /// Cancels the newest action that does not wait for a child flow; false when there is none.
  @discardableResult
  public func cancelNewestAction() -> Bool {
    guard let work = works.last(where: { $0.keepsUnsettled }) else { return false }
    cancel(work.id)
    return true
  }

  // MARK: Parking

  func park(_ id: WorkID?) {
    change(id) { $0.parks += 1 }
    resumeWaiters()
  }

  func unpark(_ id: WorkID?) {
    change(id) { $0.parks = max(0, $0.parks - 1) }
  }

  private func change(_ id: WorkID?, _ body: (inout Work) -> Void) {
    guard let id, let index = works.firstIndex(where: { $0.id == id }) else { return }
    body(&works[index])
  }

  // MARK: Settling

  /// Whether no tracked work runs but parked and background work.
  public var isSettled: Bool {
    isQuiet(all: false, forWork: false)
  }

  /// Whether nothing runs, background work included, but parked work.
  var isQuiet: Bool { isQuiet(all: true, forWork: false) }

  /// The number of pieces of work that wait for a child flow.
  public var parkedCount: Int { works.count { $0.parks > 0 } }

  /// Returns when the app has settled. Tracked work that calls this waits for all
  /// other work, but for such as waits here, too.
  public func settle() async {
    await wait(all: false)
  }

  /// Returns when the app has settled and no background work is left.
  public func settleAll() async {
    await wait(all: true)
  }

  private func wait(all: Bool) async {
    let own = Self.current
    change(own) { $0.isSettling = true }
    resumeWaiters()
    while !isQuiet(all: all, forWork: own != nil) {
      await resumption.suspend { continuation in
        // It may have become quiet on the way here, and nobody would resume this then.
        if isQuiet(all: all, forWork: own != nil) { return continuation.resume() }
        waiters.append(Waiter(all: all, isWork: own != nil, continuation: continuation))
      }
    }
    change(own) { $0.isSettling = false }
  }

  private func isQuiet(all: Bool, forWork isWork: Bool) -> Bool {
    let isBusy = works.contains { work in
      work.parks == 0 && (all || !work.isBackground) && !(isWork && work.isSettling)
    }
    return !isBusy && arriving.withLock { $0 == 0 }
  }

  private func resumeWaiters() {
    guard !waiters.isEmpty else { return }
    var waiting: [Waiter] = []
    for waiter in waiters {
      if isQuiet(all: waiter.all, forWork: waiter.isWork) {
        waiter.continuation.resume()
      } else {
        waiting.append(waiter)
      }
    }
    waiters = waiting
  }

  // MARK: Other threads

  /// Runs `body` on the main actor, in a turn of its own, and counts it from now on.
  ///
  /// Never at once: the main actor's thread is the main thread on some platforms only, and a caller
  /// may be in the midst of a change.
  nonisolated func onMain(_ body: @escaping @MainActor () -> Void) {
    arriving.withLock { $0 += 1 }
    Task { @MainActor in
      body()
      arriving.withLock { $0 -= 1 }
      resumeWaiters()
    }
  }
}
