import Services

/// Something that was read for one owner, and that nobody else is shown.
struct Owned<Value> {
  var value: Value
  let owner: Owner

  init(_ value: Value, of owner: Owner) {
    self.value = value
    self.owner = owner
  }

  /// The value for its owner, nil for everybody else.
  func value(for owner: Owner) -> Value? {
    owner == self.owner ? value : nil
  }
}

extension Owned: Sendable where Value: Sendable {}
