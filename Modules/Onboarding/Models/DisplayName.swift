import Core

/// Validates a reader's name.
enum DisplayName {
  /// The maximum length of a name, in characters.
  static let maximumLength = 60

  /// Parses a name; a blank text gives an empty name.
  static func read(_ typed: String) throws(ReadableName.Problem) -> String {
    do throws(ReadableName.Problem) {
      return try ReadableName(typed, limit: maximumLength).text
    } catch .empty {
      return ""
    }
  }
}
