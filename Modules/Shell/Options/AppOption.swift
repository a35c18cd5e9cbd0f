/// An option of the command line that the app adds to those of the shell; it takes a value.
///
/// ```swift
/// AppOption("catalog", value: "NAME", explanation: "where books are looked up", expected: "a or b") {
///   ["a", "b"].contains($0)
/// }
/// ```
///
/// The value is in ``LaunchOptions/settings``. Recordings do not contain it, and a replay has none.
public struct AppOption: Sendable {
  /// The name without hyphens.
  public let name: String
  /// The placeholder of the value in the usage text.
  public let value: String
  /// A short explanation.
  public let explanation: String
  /// The description of a valid value, as the end of a sentence.
  public let expected: String
  /// The names of other options whose earlier values it replaces, because both say the same thing: of several
  /// such options the last one counts, and the command line comes after the file of default options.
  public let replaces: [String]
  /// Whether a value is valid.
  public let accepts: @Sendable (String) -> Bool

  /// Creates an option.
  public init(
    _ name: String, value: String, explanation: String, expected: String, replaces: [String] = [],
    accepts: @escaping @Sendable (String) -> Bool
  ) {
    self.name = name
    self.value = value
    self.explanation = explanation
    self.expected = expected
    self.replaces = replaces
    self.accepts = accepts
  }
}
