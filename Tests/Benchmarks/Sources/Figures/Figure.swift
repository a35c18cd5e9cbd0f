/// One measured number with the goal that it is held against.
public struct Figure: Sendable {
  /// What a number must be to be good.
  public enum Goal: Sendable {
    /// This much or more.
    case atLeast(Double)
    /// This much or less.
    case atMost(Double)
  }

  /// What was measured.
  public var name: String
  /// The number.
  public var value: Double
  /// The unit of the number.
  public var unit: String
  /// What the number must be.
  public var goal: Goal

  /// Creates a figure.
  public init(_ name: String, _ value: Double, _ unit: String, goal: Goal) {
    self.name = name
    self.value = value
    self.unit = unit
    self.goal = goal
  }

  /// Whether the goal is reached.
  public var isGood: Bool {
    switch goal {
    case .atLeast(let least): value >= least
    case .atMost(let most): value <= most
    }
  }

  /// The figure as a line: name, number, unit, goal, and a word when the goal is missed.
  public var line: String {
    let goal =
      switch goal {
      case .atLeast(let least): "goal at least \(least.short)"
      case .atMost(let most): "goal at most \(most.short)"
      }
    return "\(name): \(value.short) \(unit) (\(goal))" + (isGood ? "" : " MISSED")
  }
}

extension Double {
  /// The number with as many digits as are worth reading.
  fileprivate var short: String {
    if magnitude >= 100 || self == rounded() { return "\(Int(rounded()))" }
    let tenths = Int((self * 10).rounded())
    return "\(tenths < 0 ? "-" : "")\(tenths.magnitude / 10).\(tenths.magnitude % 10)"
  }
}

extension [Double] {
  /// The value in the middle; of an even number of values the higher of the two.
  public var median: Double {
    isEmpty ? .nan : sorted()[count / 2]
  }
}
