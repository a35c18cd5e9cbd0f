/// The version of the app.
public enum AppVersion {
  /// The version to be released next: CHANGELOG.md lists its changes under “Unreleased”.
  public static let current = "0.1.0"
}
