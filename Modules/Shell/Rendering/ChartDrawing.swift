import Core

/// Draws labelled numbers as horizontal bars.
///
/// Labels, numbers and bars are in columns; the numbers' thousands are separated. A bar's length is its value
/// relative to the largest one, to an eighth of a column. A value of 0 or less has a number and no bar.
struct ChartDrawing {
  /// The maximum columns of a bar; on a wide screen half of its columns.
  private static let maximumBarWidth = 40
  /// The maximum columns of a number.
  private static let maximumNumberWidth = 12
  /// The columns before the labels, between labels and numbers, and between numbers and bars.
  private static let gap = 2

  private let chart: BarChart
  private let width: Int

  init(_ chart: BarChart, width: Int) {
    self.chart = chart
    self.width = width
  }

  /// Draws the chart within the width.
  func draw(on page: inout TextPage) {
    let names = chart.points.map { Cell($0.label) }
    let labels = min(width / 3, names.map(\.columns).max() ?? 0)
    let numbers = chart.points.map(\.value.separatedText)
    let digits = min(
      Self.maximumNumberWidth, width / 3, numbers.map(\.displayWidth).max() ?? 0)
    let room = max(
      1, min(max(Self.maximumBarWidth, width / 2), width - labels - digits - 3 * Self.gap))
    let largest = chart.points.map(\.value).filter(\.isFinite).max() ?? 0
    for (point, texts) in zip(chart.points, zip(names, numbers)) {
      page.append(spaces: Self.gap)
      page.append(texts.0.truncated(to: labels).padded(to: labels))
      page.append(spaces: Self.gap)
      page.append(
        Cell(texts.1).truncated(to: digits).padded(to: digits, alignment: .trailing))
      let bar = Self.bar(point.value, of: largest, columns: room)
      if !bar.isEmpty {
        page.append(spaces: Self.gap)
        page.append(bar, .done)
      }
      page.endLine()
    }
  }

  /// The bars of 0 to 7 eighths of a column.
  private static let eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]

  /// Returns the bar for a value, at least an eighth of a column for a value above 0.
  static func bar(_ value: Double, of largest: Double, columns: Int) -> String {
    guard value.isFinite, largest.isFinite, value > 0, largest > 0, columns > 0 else { return "" }
    let part = min(1, value / largest)
    let length = max(1, Int((part * Double(columns * 8)).rounded()))
    return String(repeating: "█", count: length / 8) + eighths[length % 8]
  }
}

extension Double {
  /// The number with its thousands separated, as in `48,097.5`; for a number that is only shown.
  var separatedText: String {
    let text = shortText
    let digits = text.prefix { $0 == "-" || $0.isNumber }
    // A number in scientific notation stays as it is.
    guard !text.contains("e") else { return text }
    var separated = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0, separated != "-" { separated += "," }
      separated.append(digit)
    }
    return separated + text[digits.endIndex...]
  }

  /// The number without separators: whole numbers without a fraction, others with one digit.
  private var shortText: String {
    if let whole = Int(exactly: self) { return String(whole) }
    let tenths = (self * 10).rounded()
    guard tenths.isFinite, abs(tenths) < 1e15 else { return String(self) }
    return Int(exactly: tenths / 10).map(String.init) ?? String(tenths / 10)
  }
}
