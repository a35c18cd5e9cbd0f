/// Why a screen or a flow ended without a value.
public enum EndReason: String, Codable, Hashable, Sendable {
  /// The user went back.
  case back
  /// The layer was closed, or a coordinator removed the screen.
  case dismissed
  /// A link or `replace` removed it, a flow below it ended, or the owner left: by a sign-out, an expired session, or
  /// another user's sign-in.
  case replaced
  /// Its parent ended.
  case parentEnded
  /// It was stopped, or the task that awaited it was cancelled, or nothing was left of it: it has shown nothing, or
  /// its only child has finished with a value.
  case cancelled
}

/// How a flow ended, without its value.
package enum Ending: Hashable, Sendable {
  /// With a value.
  case finished
  /// Without a value.
  case ended(EndReason)
}
