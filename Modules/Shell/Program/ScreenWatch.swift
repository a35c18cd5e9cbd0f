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
  ///   - shown: what the terminal shows.
  ///   - draw: draws the screens again; called at most once in half a second.
  func begin(
    _ snapshots: Snapshots, shown: [Snapshot.Pane], draw: @escaping @MainActor () -> Void
  ) {
    var (shown, latest, hasNotices) = (shown, shown, false)
    let refresh = Refresh(after: .milliseconds(200), every: .milliseconds(500)) {
      guard latest != shown || hasNotices else { return }
      (shown, hasNotices) = (latest, false)
      draw()
    }
    self.refresh = refresh
    watching = Task {
      for await snapshot in snapshots where !snapshot.isBusy {
        (latest, hasNotices) = (snapshot.panes, snapshot.hasNotices)
        if latest != shown || hasNotices { refresh.request() }
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
