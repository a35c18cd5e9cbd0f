/// Why a screen or a flow ended without a value.
public enum EndReason: String, Codable, Hashable, Sendable {
  /// The user went back.
  case back
  /// The layer was closed.
  case dismissed
  /// Something else took its place: a new root, a link.
  case replaced
  /// The flow that started it ended.
  case parentEnded
  /// It was stopped, or the task that awaited it was cancelled.
  case cancelled
}

/// How a flow ended: with a value, or without.
public enum Outcome<Value> {
  /// The flow came to its end.
  case finished(Value)
  /// The flow ended before.
  case ended(EndReason)

  /// The value of a flow that came to its end, or nil.
  public var value: Value? {
    if case .finished(let value) = self { value } else { nil }
  }
}

extension Outcome: Equatable where Value: Equatable {}
extension Outcome: Sendable where Value: Sendable {}

/// Whether a host may animate a change; recorded in the log, ignored by a terminal.
///
/// The first screen of an empty stack comes with ``none``, whatever was asked for.
public enum ScreenTransition: String, Codable, Hashable, Sendable {
  /// The change happens at once.
  case none
  /// The change is animated in the platform's way.
  case standard
}
