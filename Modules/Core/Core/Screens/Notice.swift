/// What an action did, said once on the screen where it was done.
public struct Notice: Codable, Hashable, Sendable {
  /// How a notice is meant.
  public enum Tone: String, Codable, Hashable, Sendable {
    /// Something was done.
    case done
    /// Something could not be done, and the text says what helps.
    case problem
  }

  /// What is said.
  public var text: String
  /// How it is meant.
  public var tone: Tone

  /// Creates a notice.
  public init(_ text: String, tone: Tone = .done) {
    self.text = text
    self.tone = tone
  }
}
