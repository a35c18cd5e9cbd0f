/// Labelled numbers that a host may draw as bars or print as a table.
public struct BarChart: Codable, Hashable, Sendable {
  /// One number of a chart.
  public struct Point: Codable, Hashable, Sendable {
    /// The label of the bar.
    public var label: String
    /// The number.
    public var value: Double

    /// Creates a point; a value that is not finite becomes 0.
    public init(label: String, value: Double) {
      self.label = label
      self.value = value.isFinite ? value : 0
    }
  }

  /// The unit of the values in the user's words, such as "books".
  public var unit: String
  /// The points, in drawing order.
  public var points: [Point]

  /// Creates a chart.
  public init(unit: String, points: [Point]) {
    self.unit = unit
    self.points = points
  }
}
