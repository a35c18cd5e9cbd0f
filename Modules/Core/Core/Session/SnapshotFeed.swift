import Observation
import Synchronization

/// The snapshots of a session, for hosts that wait for changes and for hosts that look after a request.
///
/// Observation tells the first ones what has changed. It costs more than reading the screens once, so the
/// others get the last reading until work has begun or the tree has changed (`make bench` measures
/// journeys and steps of random walks). The walks' invariants compare the two.
@MainActor final class SnapshotFeed {
  /// Names a moment at which no work runs.
  private struct Moment: Equatable {
    let begunWorks: Int
    let changes: Int
  }

  let signal: SnapshotSignal
  private let navigation: NavigationController
  private let notices: SessionNotices
  private var last: (moment: Moment, snapshot: Snapshot)?
  /// The screens as they were read last under observation.
  private var observed: Snapshot?

  init(_ navigation: NavigationController, notices: SessionNotices, signal: SnapshotSignal) {
    self.navigation = navigation
    self.notices = notices
    self.signal = signal
    navigation.activity.onBusyChange = { signal.notify() }
  }

  /// Reads the current snapshot.
  func read() -> Snapshot { complete(navigation.snapshot) }

  /// The current snapshot, which is read again only after work has begun or the tree has changed.
  var cached: Snapshot {
    guard let moment else { return read() }
    if let last, last.moment == moment { return complete(last.snapshot) }
    let snapshot = navigation.snapshot
    last = (moment, snapshot)
    return complete(snapshot)
  }

  /// The current snapshot, which is read again only after Observation has reported a change.
  func observe() -> Snapshot {
    if let observed, signal.isCurrent { return complete(observed) }
    signal.begin()
    let snapshot = withObservationTracking {
      navigation.snapshot
    } onChange: { [signal] in
      signal.change()
    }
    observed = snapshot
    return complete(snapshot)
  }

  /// The moment, or nil while work runs.
  private var moment: Moment? {
    let activity = navigation.activity
    guard activity.isQuiet else { return nil }
    return Moment(begunWorks: activity.begunWorks, changes: navigation.changeCount)
  }

  private func complete(_ screens: Snapshot) -> Snapshot {
    var snapshot = screens
    snapshot.isBusy = navigation.activity.isBusy
    snapshot.hasNotices = !notices.isEmpty
    return snapshot
  }

  /// What a visible screen shows now.
  func content(of id: NavigationTree.EntryID, _ screen: any Screen) -> ScreenContent {
    guard let last, last.moment == moment, let index = last.snapshot.entries.firstIndex(of: id)
    else {
      return screen.content
    }
    return last.snapshot.panes[index].content
  }

  /// The next snapshot that is another than the last one, or nil at the end of the session.
  func next(after last: Snapshot?) async -> Snapshot? {
    while !signal.hasEnded, !Task.isCancelled {
      let news = signal.news
      let snapshot = observe()
      if snapshot != last { return snapshot }
      await signal.wait(after: news)
    }
    return nil
  }
}

/// Tells when the last snapshot is out of date. Safe to use from every thread.
final class SnapshotSignal: Sendable {
  private struct State {
    /// Whether what was read has changed.
    var isChanged = true
    /// Counts what has changed, on the screens or beside them.
    var news = 0
    var hasEnded = false
    var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    var lastWaiter = 0
  }

  private let state = Mutex(State())

  var hasEnded: Bool { state.withLock { $0.hasEnded } }

  /// How often something has changed.
  var news: Int { state.withLock { $0.news } }

  /// Notes that the screens are about to be read.
  func begin() {
    state.withLock { $0.isChanged = false }
  }

  /// Whether nothing on the screens has changed since they were read last.
  var isCurrent: Bool { state.withLock { !$0.isChanged } }

  /// Notes that what is on the screens has changed, or is about to in this turn of the main actor.
  func change() {
    resume { state in
      state.isChanged = true
      state.news += 1
    }
  }

  /// Notes that something beside the screens has changed: whether work runs, or notices wait.
  func notify() {
    resume { $0.news += 1 }
  }

  /// Ends every wait, now and later.
  func end() {
    resume { $0.hasEnded = true }
  }

  private func resume(_ body: (inout sending State) -> Void) {
    let waiting = state.withLock { state in
      body(&state)
      defer { state.waiting = [:] }
      return state.waiting
    }
    for continuation in waiting.values { continuation.resume() }
  }

  /// Returns when there is newer news than this, at the end of the session, or when the task is
  /// cancelled.
  nonisolated(nonsending) func wait(after news: Int) async {
    let own = state.withLock { state in
      state.lastWaiter += 1
      return state.lastWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          if state.news != news || state.hasEnded || Task.isCancelled { return true }
          state.waiting[own] = continuation
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiting.removeValue(forKey: own) }?.resume()
    }
  }
}

/// What the user sees, from now to the end of the session. Snapshots that are not consumed in time are
/// skipped, so each element is the latest one. Ends with the session, or with the task that iterates.
///
/// ```swift
/// for await snapshot in session.snapshots { draw(snapshot) }
/// ```
public struct Snapshots: AsyncSequence, Sendable {
  /// Waits for the next snapshot.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let feed: SnapshotFeed
    fileprivate var last: Snapshot?

    /// The next snapshot that differs from the last one; nil at the end. Returns a pending snapshot without
    /// suspending if it is called on the main actor.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async -> Snapshot? {
      last = await feed.next(after: last)
      return last
    }
  }

  let feed: SnapshotFeed

  /// Begins with the snapshot of the moment.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(feed: feed) }
}
