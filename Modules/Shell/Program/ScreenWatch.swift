import Core
import Dispatch

/// Tells when what a terminal shows is outdated, because background work has changed it or has something to
/// tell.
@MainActor final class ScreenWatch {
  private var watching: Task<Void, Never>?
  private var refresh: Refresh?

  /// Begins to watch, until ``end()``.
  ///
  /// - Parameters:
  ///   - shown: returns what the terminal shows; it may have been drawn for another reason meanwhile.
  ///   - draw: draws the screens again; called at most once in half a second.
  func begin(
    _ snapshots: Snapshots, shown: @escaping @MainActor () -> [Snapshot.Pane],
    draw: @escaping @MainActor () -> Void
  ) {
    var latest: Snapshot?
    let refresh = Refresh(after: .milliseconds(200), every: .milliseconds(500)) {
      guard let snapshot = latest, snapshot.hasNotices || snapshot.panes != shown() else { return }
      latest = nil
      draw()
    }
    self.refresh = refresh
    watching = Task {
      for await snapshot in snapshots where !snapshot.isBusy {
        latest = snapshot
        if snapshot.hasNotices || snapshot.panes != shown() { refresh.request() }
      }
    }
  }

  /// Stops watching.
  func end() {
    watching?.cancel()
    watching = nil
    refresh?.end()
    refresh = nil
  }
}
