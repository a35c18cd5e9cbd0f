import Synchronization

/// Notices from background work, for a host to show once.
///
/// A screen shows its own failures; failures of background work are posted here.
public final class NoticeBoard: Sendable {
  private struct State {
    var waiting: [Notice] = []
    var posted: Set<String> = []
    var observer: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  /// Creates an empty board.
  public init() {}

  /// Posts a notice; with a key, unless one with the same key was posted since the start of the app.
  ///
  /// ```swift
  /// context.notices.post(Notice("Trains to Oslo are on time."), once: "news")
  /// ```
  public func post(_ notice: Notice, once key: String? = nil) {
    let observer = state.withLock { state -> (@Sendable () -> Void)? in
      if let key, !state.posted.insert(key).inserted { return nil }
      state.waiting.append(notice)
      return state.observer
    }
    observer?()
  }

  /// Calls a closure after each posting, on the thread that posts, in place of the one before.
  func onPost(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.observer = body } }

  var isEmpty: Bool { state.withLock { $0.waiting.isEmpty } }

  /// Returns and removes the notices that were not shown yet, oldest first.
  func consume() -> [Notice] {
    state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting
    }
  }
}
