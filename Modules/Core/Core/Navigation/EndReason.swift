/// Why a screen or a flow ended without a value.
public enum EndReason: String, Codable, Hashable, Sendable {
  /// The user went back.
  case back
  /// The layer was closed, or a coordinator removed the screen.
  case dismissed
  /// Something replaced it: a new root, a link.
  case replaced
  /// Its parent ended.
  case parentEnded
  /// It was stopped, or the task that awaited it was cancelled.
  case cancelled
}

/// How a flow ended: with a value, or without.
public enum Outcome<Value> {
  /// The flow finished with a value.
  case finished(Value)
  /// The flow ended without a value.
  case ended(EndReason)

  /// The value of a finished flow, or nil.
  public var value: Value? {
    if case .finished(let value) = self { value } else { nil }
  }
}

extension Outcome: Equatable where Value: Equatable {}
extension Outcome: Sendable where Value: Sendable {}

/// Whether a host may animate a change: ``NavigationController/lastTransition``. Recorded in the log,
/// ignored by a terminal.
///
/// The first screen of an empty stack always has ``none``, unless it covers another screen: in a new
/// layer, and in the second column of the compact layout.
public enum ScreenTransition: String, Codable, Hashable, Sendable {
  /// The change is not animated.
  case none
  /// The change is animated in the platform's way.
  case standard
}
