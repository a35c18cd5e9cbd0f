import Synchronization

/// What work in the background has to tell the person, for a host to show once.
///
/// A screen shows its own failures; failures of background work are posted here.
public final class NoticeBoard: Sendable {
  private struct State {
    var waiting: [Notice] = []
    var posted: Set<String> = []
  }

  private let state = Mutex(State())

  /// Creates an empty board.
  public init() {}

  /// Posts a notice, unless something was posted under this key since the app was started.
  public func post(_ notice: Notice, once key: String) {
    state.withLock { state in
      if state.posted.insert(key).inserted { state.waiting.append(notice) }
    }
  }

  /// Returns the notices that were not shown yet, oldest first, and removes them.
  func take() -> [Notice] {
    state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting
    }
  }
}
