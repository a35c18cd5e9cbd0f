/// One measured number: a ratio to a yardstick of the same run, with a goal, or a number that is
/// only printed.
public struct Figure: Sendable {
  /// How far above its goal a ratio may be before `make bench` fails: plain code may be a tenth
  /// slower, and the ratio of the same two programs differs by a fifth between processors
  /// (`Docs/decisions/0036-ratios.md`).
  public static let allowance = 1.3

  /// The name of the measurement.
  public var name: String
  /// The number.
  public var value: Double
  /// The unit of the number.
  public var unit: String
  /// The number to reach; nil for a number that depends on the machine.
  public var goal: Double?
  /// The maximum.
  public var limit: Double?
  /// A detail of a ratio, such as the measured time.
  public var detail: String?

  /// Creates a figure that no yardstick stands beside.
  public init(_ name: String, _ value: Double, _ unit: String, atMost goal: Double? = nil) {
    self.name = name
    self.value = value
    self.unit = unit
    self.goal = goal
    limit = goal
  }

  /// Creates the figure of a ratio.
  ///
  /// - Parameters:
  ///   - name: the name of the measurement.
  ///   - ratio: what was measured, divided by the yardstick.
  ///   - yardstick: the name of the yardstick.
  ///   - goal: the ratio to reach; nil for none.
  ///   - detail: the measured time or memory.
  public init(
    _ name: String, ratio: Double, to yardstick: String, atMost goal: Double? = nil,
    _ detail: String? = nil
  ) {
    self.init(name, ratio, "times \(yardstick)", atMost: goal)
    limit = goal.map { $0 * Self.allowance }
    self.detail = detail
  }

  /// What a figure means for `make bench`.
  private var verdict: String {
    guard let goal, let limit else { return "" }
    // A missing measurement meets no goal.
    return value <= goal ? "" : value <= limit ? " ABOVE" : " MISSED"
  }

  /// The figure as a line: name, number, unit, goal, detail, and a mark if the number is above the
  /// goal or above the limit.
  public var line: String {
    var line = "\(name): \(value.short) \(unit)"
    if let goal { line += " (goal at most \(goal.short))" }
    if let detail { line += "; \(detail)" }
    return line + verdict
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
