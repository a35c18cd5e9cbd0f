import Synchronization

/// The traffic of a ``LoopbackServer`` so far.
public struct ServerTraffic: Sendable {
  /// The requests, in order of arrival.
  public internal(set) var requests: [ServerRequest] = []
  /// How many connections were accepted.
  public internal(set) var connections = 0
  /// The numbers of the connections that have ended.
  public internal(set) var endedConnections: Set<Int> = []
  /// How many heads of requests were read; the bodies may follow.
  public internal(set) var heads = 0
  /// How many answers were sent to their end; a reset is none.
  public internal(set) var replies = 0
  /// Why requests were refused as malformed.
  public internal(set) var malformed: [String] = []

  /// How many connections are open.
  public var openConnections: Int { connections - endedConnections.count }
}

/// The server stopped, or the task was cancelled, before what it waited for.
public struct ServerStopped: Error, Hashable, Sendable {
  /// Creates the error.
  public init() {}
}

/// Records traffic, and resumes the tasks that wait for it.
final class TrafficLog: Sendable {
  private struct State {
    var traffic = ServerTraffic()
    /// The number of changes of the traffic.
    var changes = 0
    var isStopped = false
    var lastWaiter = 0
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]

    mutating func takeWaiters() -> [CheckedContinuation<Void, Never>] {
      defer { waiters = [:] }
      return Array(waiters.values)
    }
  }

  private let state = Mutex(State())

  var traffic: ServerTraffic { state.withLock { $0.traffic } }

  /// Changes the traffic.
  @discardableResult func record<Value: Sendable>(
    _ change: (inout ServerTraffic) -> Value
  ) -> Value {
    let (value, waiters) = state.withLock { state in
      let value = change(&state.traffic)
      state.changes += 1
      return (value, state.takeWaiters())
    }
    for waiter in waiters { waiter.resume() }
    return value
  }

  /// Ends all waiting.
  func stop() {
    let waiters = state.withLock { state in
      state.isStopped = true
      return state.takeWaiters()
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Waits until the traffic has what is looked for.
  ///
  /// - Parameter find: called without the lock, so it may read the log.
  func first<Value: Sendable>(
    _ find: @Sendable (ServerTraffic) -> Value?
  ) async throws(ServerStopped) -> Value {
    while true {
      let (traffic, changes, isStopped) = state.withLock { ($0.traffic, $0.changes, $0.isStopped) }
      if let value = find(traffic) { return value }
      if isStopped || Task.isCancelled { throw ServerStopped() }
      await wait(after: changes)
    }
  }

  /// Returns after a change later than this one, at the end, or when the task is cancelled.
  private func wait(after change: Int) async {
    let id = state.withLock { state in
      state.lastWaiter += 1
      return state.lastWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          if state.changes != change || state.isStopped || Task.isCancelled { return true }
          state.waiters[id] = continuation
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: id) }?.resume()
    }
  }
}
