/// The version of the app.
public enum AppVersion {
  /// As in CHANGELOG.md.
  public static let current = "0.1.0"
}
