import Core

/// A session of a crawl, which is stopped if it hangs.
@MainActor final class CrawledSession {
  let session: AppSession
  private var watchdog: Watchdog?
  /// The work that the app waited for when it hung.
  private var hang: [String] = []

  /// Watches a session that has not been launched.
  init(_ session: AppSession, patience: Duration) {
    self.session = session
    watchdog = Watchdog(session, patience: patience) { [weak self] in self?.hang = $0 }
  }

  /// Throws if the app has hung.
  ///
  /// - Parameter path: the steps that were taken.
  func checkHang(after path: [Step]) throws(Crawler.Problem) {
    guard !hang.isEmpty else { return }
    stop()
    throw .hangs(hang, after: path)
  }

  /// Stops the session.
  func stop() {
    session.stop()
    watchdog?.end()
  }
}
