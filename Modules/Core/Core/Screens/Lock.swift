/// Why a screen asks before it is left: an unsaved form, say.
///
/// A synchronous value, so that leaving can be refused before anything has changed.
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
  /// What would be lost.
  public var message: String
  /// The title of the button that leaves all the same.
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
  /// The lock of a form with changes that are not saved.
  public static let unsavedForm = Lock(
    title: "Discard your changes?", message: "What you typed here is not saved yet.",
    discard: "Discard", keep: "Keep editing")
}
