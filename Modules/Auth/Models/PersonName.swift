import Core

/// What a person wants to be called, read from a form.
enum PersonName {
  /// The length of the longest name, in characters.
  static let maximumLength = 60

  static func read(_ typed: String) throws(ReadableName.Problem) -> String {
    try ReadableName(typed, limit: maximumLength).text
  }
}
