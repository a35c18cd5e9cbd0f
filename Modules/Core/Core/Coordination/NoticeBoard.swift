import Synchronization

/// What work in the background has to tell the user, for a host to show once.
///
/// A screen shows its own failures; failures of background work are posted here.
public final class NoticeBoard: Sendable {
  private struct State {
    var waiting: [Notice] = []
    var posted: Set<String> = []
    var onPost: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  /// Creates an empty board.
  public init() {}

  /// Posts a notice, unless something was posted under this key since the app was started.
  ///
  /// ```swift
  /// context.notices.post(Notice("Trains to Oslo are on time."), once: "news")
  /// ```
  public func post(_ notice: Notice, once key: String) {
    let onPost = state.withLock { state in
      guard state.posted.insert(key).inserted else { return nil as (@Sendable () -> Void)? }
      state.waiting.append(notice)
      return state.onPost
    }
    onPost?()
  }

  /// Calls a closure after each posting from now on, on the thread that posts; in the place of an
  /// older one.
  func onPost(_ body: @escaping @Sendable () -> Void) {
    state.withLock { $0.onPost = body }
  }

  var isEmpty: Bool { state.withLock(\.waiting.isEmpty) }

  /// Returns the notices that were not shown yet, oldest first, and removes them.
  func take() -> [Notice] {
    state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting
    }
  }
}
