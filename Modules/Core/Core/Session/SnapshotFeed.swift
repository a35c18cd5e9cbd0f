import Observation
import Synchronization

/// The snapshots of a session: for hosts that wait for changes, and for hosts that read one after
/// each request.
///
/// The former use Observation, which costs more than reading the screens once. The latter get a
/// cached snapshot until work begins or ends or the tree changes (`make bench` measures journeys and
/// steps of random walks). The invariants of the walks compare the two.
@MainActor final class SnapshotFeed {
  /// Identifies a moment at which no work runs.
  private struct Moment: Equatable {
    let progress: Int
    let changes: Int
  }

  let signal: SnapshotSignal
  private let navigation: NavigationController
  private let notices: SessionNotices
  private var last: (moment: Moment, snapshot: Snapshot)?
  /// The last snapshot that was read under Observation.
  private var observed: Snapshot?

  init(_ navigation: NavigationController, notices: SessionNotices, signal: SnapshotSignal) {
    (self.navigation, self.notices, self.signal) = (navigation, notices, signal)
    navigation.activity.onBusyChange = { signal.notify() }
  }

  /// Reads the current snapshot.
  func read() -> Snapshot { complete(navigation.snapshot) }

  /// The current snapshot; read again only after work has begun or ended or the tree has changed.
  var cached: Snapshot {
    guard let moment else { return read() }
    if let last, last.moment == moment { return complete(last.snapshot) }
    let snapshot = navigation.snapshot
    last = (moment, snapshot)
    return complete(snapshot)
  }

  /// Returns the current snapshot; reads it again only after Observation has reported a change.
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

  /// The current moment, or nil while work runs.
  private var moment: Moment? {
    let activity = navigation.activity
    guard activity.isQuiet else { return nil }
    return Moment(progress: activity.progress, changes: navigation.changeCount)
  }

  private func complete(_ screens: Snapshot) -> Snapshot {
    var snapshot = screens
    snapshot.isBusy = navigation.activity.isBusy
    snapshot.hasNotices = !notices.isEmpty
    return snapshot
  }

  /// Returns the current content of a visible screen.
  func content(of id: NavigationTree.EntryID, _ screen: any Screen) -> ScreenContent {
    guard let last, last.moment == moment, let index = last.snapshot.entries.firstIndex(of: id)
    else { return screen.content }
    return last.snapshot.panes[index].content
  }

  /// Returns the next snapshot that differs from the last one, or nil at the end of the session.
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

/// Signals outdated snapshots. Callable from any thread.
final class SnapshotSignal: Sendable {
  private struct State {
    /// Whether the screens have changed since they were read.
    var isChanged = true
    /// The number of changes of the screens and of anything else in a snapshot.
    var news = 0
    var hasEnded = false
    var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    var lastWaiter = 0
  }

  private let state = Mutex(State())

  var hasEnded: Bool { state.withLock { $0.hasEnded } }

  /// The number of changes.
  var news: Int { state.withLock { $0.news } }

  /// Records that the screens are about to be read.
  func begin() {
    state.withLock { $0.isChanged = false }
  }

  /// Whether the screens are unchanged since they were last read.
  var isCurrent: Bool { state.withLock { !$0.isChanged } }

  /// Records that the screens have changed, or will change in this turn of the main actor.
  func change() {
    resume { state in
      state.isChanged = true
      state.news += 1
    }
  }

  /// Records a change of something other than the screens: running work or waiting notices.
  func notify() {
    resume { $0.news += 1 }
  }

  /// Ends all current and future waits.
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

  /// Returns after a change later than this one, at the end of the session, or when the task is
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

/// The snapshots of a session, from now to its end, or until the iterating task is cancelled.
///
/// Snapshots that are not consumed in time are skipped, so each element is the latest one.
///
/// ```swift
/// for await snapshot in session.snapshots { draw(snapshot) }
/// ```
public struct Snapshots: AsyncSequence, Sendable {
  /// Waits for the next snapshot.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let feed: SnapshotFeed
    fileprivate var last: Snapshot?

    /// Returns the next snapshot that differs from the last one; nil at the end.
    ///
    /// On the main actor it returns an available snapshot without suspending.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async -> Snapshot? {
      last = await feed.next(after: last)
      return last
    }
  }

  let feed: SnapshotFeed

  /// Begins with the current snapshot.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(feed: feed) }
}
