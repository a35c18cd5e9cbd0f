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
  /// Looks at the traffic, or at nil when there will be no more; returns whether it is done.
  private typealias Waiter = @Sendable (ServerTraffic?) -> Bool

  private struct State {
    var traffic = ServerTraffic()
    var isStopped = false
    var lastWaiter = 0
    var waiters: [Int: Waiter] = [:]
  }

  private let state = Mutex(State())

  var traffic: ServerTraffic { state.withLock { $0.traffic } }

  /// Changes the traffic.
  @discardableResult func record<Value: Sendable>(
    _ change: (inout ServerTraffic) -> Value
  ) -> Value {
    state.withLock { state in
      let value = change(&state.traffic)
      state.waiters = state.waiters.filter { !$0.value(state.traffic) }
      return value
    }
  }

  /// Ends all waiting.
  func stop() {
    state.withLock { state in
      state.isStopped = true
      for waiter in state.waiters.values { _ = waiter(nil) }
      state.waiters = [:]
    }
  }

  /// Waits until the traffic has what is looked for.
  func first<Value: Sendable>(
    _ find: @escaping @Sendable (ServerTraffic) -> Value?
  ) async throws(ServerStopped) -> Value {
    let id = state.withLock { state in
      state.lastWaiter += 1
      return state.lastWaiter
    }
    let found: Value? = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let waiter: Waiter = { traffic in
          guard let traffic else {
            continuation.resume(returning: nil)
            return true
          }
          guard let value = find(traffic) else { return false }
          continuation.resume(returning: value)
          return true
        }
        state.withLock { state in
          if waiter(state.traffic) { return }
          if state.isStopped || Task.isCancelled {
            _ = waiter(nil)
          } else {
            state.waiters[id] = waiter
          }
        }
      }
    } onCancel: {
      _ = state.withLock { $0.waiters.removeValue(forKey: id) }?(nil)
    }
    guard let found else { throw ServerStopped() }
    return found
  }
}
