/// One measured number: a ratio to a yardstick of the same run, with a goal, or a number that is
/// only printed.
public struct Figure: Sendable {
  /// The name of the measurement.
  public var name: String
  /// The number.
  public var value: Double
  /// The unit of the number.
  public var unit: String
  /// The maximum; nil for a number that depends on the machine.
  public var goal: Double?
  /// A detail of a ratio, such as the measured time.
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

  /// How much plain code may cost: a goal that is exceeded by no more is not missed
  /// (`Docs/decisions/0036-figures-are-ratios.md`).
  private static let tolerance = 1.1

  /// The mark of a number above its goal, or nil; a missing measurement has missed it.
  private var mark: String? {
    guard let goal, !(value <= goal) else { return nil }
    return value <= goal * Self.tolerance ? "OVER" : "MISSED"
  }

  /// The figure as a line: name, number, unit, goal, detail, and a mark if the number is above the goal.
  public var line: String {
    var line = "\(name): \(value.short) \(unit)"
    if let goal { line += " (goal at most \(goal.short))" }
    if let detail { line += "; \(detail)" }
    return line + (mark.map { " \($0)" } ?? "")
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
  /// The median; of an even number of values the higher of the middle two.
  public var median: Double {
    isEmpty ? .nan : sorted()[count / 2]
  }
}
