import Foundation

/// A path typed into a form.
enum TypedPath {
  /// Returns the path with `~` expanded as in a shell: to `HOME` or, without it, to the home folder
  /// of the process's user; `~bo` is the home folder of another user.
  static func expanded(
    _ typed: String, home: String? = ProcessInfo.processInfo.environment["HOME"]
  ) -> String {
    if let home, typed == "~" || typed.hasPrefix("~/") { return home + typed.dropFirst() }
    return (typed as NSString).expandingTildeInPath
  }
}
