/// A question before a screen closes, such as for an unsaved form.
///
/// A synchronous value, so leaving can be refused before anything changes.
///
/// ```swift
/// var lock: Lock? {
///   if plan.isEmpty { return nil }
///   return Lock(
///     title: "Discard this trip?", message: "It is not saved yet.", discard: "Discard",
///     keep: "Keep planning")
/// }
/// ```
public struct Lock: Codable, Hashable, Sendable {
  /// The question, such as "Discard your changes?".
  public var title: String
  /// The message about what the user would lose.
  public var message: String
  /// The title of the button that leaves.
  public var discard: String
  /// The title of the button that stays.
  public var keep: String

  /// Creates a lock.
  public init(title: String, message: String, discard: String, keep: String) {
    self.title = title
    self.message = message
    self.discard = discard
    self.keep = keep
  }
}

extension Lock {
  /// The lock of a form with unsaved changes.
  public static let unsavedForm = Lock(
    title: "Discard your changes?", message: "What you typed here is not saved yet.",
    discard: "Discard", keep: "Keep editing")
}
