extension Activity {
  /// Whether no tracked work runs but parked and background work.
  public var isSettled: Bool { isQuiet(all: false, forWork: false) }

  /// Whether nothing runs, background work included, but parked work.
  package var isQuiet: Bool { isQuiet(all: true, forWork: false) }

  /// What ``settle()`` and ``settleAll()`` wait for, one line for each piece of work, the oldest
  /// first: for a test or a host that has waited too long.
  public var unsettled: [String] {
    works.filter { $0.weight != nil }.map(\.description)
      + Array(repeating: "a request from another thread", count: arrivingCount)
  }

  /// Whether something waits for the app to settle.
  public var isAwaited: Bool { waiters.contains { !$0.isEmpty } }

  /// How often work has begun or ended: a number that stands still while nothing goes on.
  public var progress: Int { begunWorks + endedWorks }

  /// Returns when the app has settled. Tracked work that calls this waits for all
  /// other work, but for such as waits here, too.
  public func settle() async {
    await wait(all: false)
  }

  /// Returns when the app has settled and no background work is left.
  ///
  /// A subscription that waits for its next element is no such work.
  public func settleAll() async {
    await wait(all: true)
  }

  private func wait(all: Bool) async {
    let own = Self.current
    change(own) { $0.isSettling = true }
    resumeWaiters()
    let isWork = own != nil
    while !isQuiet(all: all, forWork: isWork) {
      await resumption.suspend { continuation in
        // It may have become quiet on the way here, and nothing would resume this then.
        if isQuiet(all: all, forWork: isWork) { return continuation.resume() }
        waiters[Self.line(all: all, isWork)].append(continuation)
      }
    }
    change(own) { $0.isSettling = false }
  }

  /// Resumes those for whom the app has become quiet.
  package func resumeWaiters() {
    for all in [false, true] {
      for isWork in [false, true] {
        let line = Self.line(all: all, isWork)
        guard !waiters[line].isEmpty, isQuiet(all: all, forWork: isWork) else { continue }
        let quiet = waiters[line]
        waiters[line] = []
        for continuation in quiet { continuation.resume() }
      }
    }
  }

  /// Those who wait for the same stand in one line.
  private static func line(all: Bool, _ isWork: Bool) -> Int {
    (all ? 2 : 0) + (isWork ? 1 : 0)
  }
}
