/// A message for the user: the result of an action, on its screen, or news of background work
/// (``NoticeBoard``), which a host shows once.
public struct Notice: Codable, Hashable, Sendable {
  /// The kind of a notice.
  public enum Tone: String, Codable, Hashable, Sendable {
    /// The action succeeded.
    case done
    /// The action failed; the text says what to do.
    case problem
  }

  /// The visible text.
  public var text: String
  /// The kind.
  public var tone: Tone

  /// Creates a notice.
  public init(_ text: String, tone: Tone = .done) {
    self.text = text
    self.tone = tone
  }
}
