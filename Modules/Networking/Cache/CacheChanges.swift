import Synchronization

/// Which URLs were changed by this process, so that a response that was requested before is not
/// stored after.
final class CacheChanges: Sendable {
  private struct State {
    var turn = 0
    var urls: [String: Int] = [:]
    /// The turn up to which URLs were forgotten.
    var floor = 0
  }

  /// The most URLs that are remembered.
  private static let most = 1000

  private let state = Mutex(State())

  /// The current turn.
  var turn: Int { state.withLock(\.turn) }

  /// Notes changed URLs.
  func note(_ urls: [String]) {
    state.withLock { state in
      state.turn += 1
      if state.urls.count > Self.most {
        state.urls = [:]
        state.floor = state.turn
      }
      for url in urls { state.urls[url] = state.turn }
    }
  }

  /// Whether a URL may have been changed since a turn.
  func changed(_ url: String, since turn: Int) -> Bool {
    state.withLock { max($0.urls[url] ?? 0, $0.floor) > turn }
  }
}
