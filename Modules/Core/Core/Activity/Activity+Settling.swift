extension Activity {
  /// Whether no counted work runs, except parked and background work.
  package var isSettled: Bool { isQuiet(all: false, forWork: false) }

  /// Whether no work runs, including background work, except parked work.
  package var isQuiet: Bool { isQuiet(all: true, forWork: false) }

  /// The work that ``AppSession/settle()`` and ``AppSession/settleAll()`` wait for, one line each, oldest first: for a
  /// test or a host that has waited too long.
  public var unsettled: [String] {
    works.filter { $0.weight != nil }.map(\.description)
      + Array(repeating: "a request from another thread", count: arrivingCount)
  }

  /// Whether any caller waits for the app to settle, or for one piece of work.
  package var isAwaited: Bool { waitingCount > 0 || !waiters.isEmpty }

  /// Returns when the app has settled; the routes of its screens may not be saved yet. Counted work that calls this
  /// waits for all work except other callers.
  package func settle() async { await wait(all: false) }

  /// Returns when the app has settled and no background work is left.
  ///
  /// Does not wait for subscriptions without an element.
  package func settleAll() async { await wait(all: true) }

  private func wait(all: Bool) async {
    let own = Self.current.flatMap(work)?.id
    change(own) { $0.isSettling = true }
    resumeWaiters()
    let isWork = own != nil
    while !isQuiet(all: all, forWork: isWork) {
      await resumption.suspend { continuation in
        // The app may have settled before the continuation was stored.
        if isQuiet(all: all, forWork: isWork) { return continuation.resume() }
        waiters.append(Waiter(all: all, isWork: isWork, continuation: continuation))
      }
    }
    change(own) { $0.isSettling = false }
    if !isWork { settledCount += 1 }
  }

  /// Resumes the callers for whom the app has settled.
  package func resumeWaiters() {
    if waiters.isEmpty { return }
    // Looked at once: a request of another thread may arrive at any time.
    let sorted = Dictionary(grouping: waiters, by: canResume)
    waiters = sorted[false] ?? []
    for waiter in sorted[true] ?? [] { waiter.continuation.resume() }
  }

  /// Whether the app has settled for a caller.
  package func canResume(_ waiter: Waiter) -> Bool {
    isQuiet(all: waiter.all, forWork: waiter.isWork)
  }

  /// A caller that waits until the app has settled.
  package struct Waiter {
    /// Whether it waits for background work, too.
    let all: Bool
    /// Whether it is counted work itself.
    let isWork: Bool
    let continuation: CheckedContinuation<Void, Never>
  }
}
