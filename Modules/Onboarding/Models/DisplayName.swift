import Core

/// What a reader wants to be called, read from what they typed.
enum DisplayName {
  /// The length of the longest name, in characters.
  static let maximumLength = 60

  /// Reads a name; blanks alone are no name, which is empty.
  static func read(_ typed: String) throws(ReadableName.Problem) -> String {
    do throws(ReadableName.Problem) {
      return try ReadableName(typed, limit: maximumLength).text
    } catch .empty {
      return ""
    }
  }
}
