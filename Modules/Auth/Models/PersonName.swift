import Core

/// Validates a user's name.
enum PersonName {
  /// The maximum length of a name, in characters.
  static let maximumLength = 60

  static func read(_ typed: String) throws(ReadableName.Problem) -> String {
    try ReadableName(typed, limit: maximumLength).text
  }
}
