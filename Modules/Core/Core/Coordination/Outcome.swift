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
