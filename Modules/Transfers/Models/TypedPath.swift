import Foundation

/// A path as a person types it into a form.
enum TypedPath {
  /// The path with `~` as a shell reads it: what `HOME` says and, where it says nothing, the home of
  /// whoever runs the app; `~bo` is the home of somebody else.
  static func expanded(
    _ typed: String, home: String? = ProcessInfo.processInfo.environment["HOME"]
  ) -> String {
    if let home, typed == "~" || typed.hasPrefix("~/") { return home + typed.dropFirst() }
    return (typed as NSString).expandingTildeInPath
  }
}
