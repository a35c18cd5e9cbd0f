public import Core

/// The one strong reference to a running app: when it is let go, the app ends.
@MainActor public final class AppHandle {
  /// The running app.
  public let session: AppSession

  /// Takes hold of a session.
  public init(_ session: AppSession) {
    self.session = session
  }

  isolated deinit {
    session.stop()
  }
}
