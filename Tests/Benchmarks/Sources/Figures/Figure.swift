/// One measured number: a ratio to a yardstick of the same run, with the goal that it is held against, or
/// a number that is only printed.
public struct Figure: Sendable {
  /// What was measured.
  public var name: String
  /// The number.
  public var value: Double
  /// The unit of the number.
  public var unit: String
  /// The most that is good; nil for a number that differs from one machine to the next.
  public var goal: Double?
  /// What stands beside a ratio, such as the time that was measured.
  public var detail: String?

  /// Creates a figure.
  public init(
    _ name: String, _ value: Double, _ unit: String, atMost goal: Double? = nil,
    _ detail: String? = nil
  ) {
    self.name = name
    self.value = value
    self.unit = unit
    self.goal = goal
    self.detail = detail
  }

  /// Whether the goal is reached; a number that could not be measured reaches none.
  public var isGood: Bool { goal.map { value <= $0 } ?? true }

  /// The figure as a line: name, number, unit, goal, detail, and a word when the goal is missed.
  public var line: String {
    var line = "\(name): \(value.short) \(unit)"
    if let goal { line += " (goal at most \(goal.short))" }
    if let detail { line += "; \(detail)" }
    return line + (isGood ? "" : " MISSED")
  }
}

extension Double {
  /// The number with two decimals below ten, one below a hundred, and none above.
  public var short: String {
    guard isFinite else { return "\(self)" }
    if magnitude >= 100 || self == rounded() { return "\(Int(rounded()))" }
    let unit = magnitude < 10 ? 100.0 : 10.0
    var digits = "\(Int((magnitude * unit).rounded()))"
    let decimals = unit == 100 ? 2 : 1
    while digits.count <= decimals { digits = "0" + digits }
    return (self < 0 ? "-" : "") + digits.dropLast(decimals) + "." + digits.suffix(decimals)
  }
}

extension [Double] {
  /// The value in the middle; of an even number of values the higher of the two.
  public var median: Double {
    isEmpty ? .nan : sorted()[count / 2]
  }
}
