import Testing

@testable import Core
@testable import Shell

/// Draws charts as text.
@Suite("Bar chart")
struct ChartDrawingTests {
  private func text(_ points: [(String, Double)], width: Int = 40) -> [String] {
    let chart = BarChart(
      unit: "books", points: points.map { BarChart.Point(label: $0.0, value: $0.1) })
    return lines(chart, width: width)
  }

  private func lines(_ chart: BarChart, width: Int) -> [String] {
    var page = TextPage(hasStyles: false)
    ChartDrawing(chart, width: width).draw(on: &page)
    return page.text.split(separator: "\n").map(String.init)
  }

  @Test("Labels, numbers and bars align in columns, also with wide and combined characters")
  func columns() {
    #expect(
      text([("一月", 12), ("Feb", 6), ("e\u{301}té", 3), ("👨‍👩‍👧‍👦", 1)], width: 28) == [
        "  一月  12  ████████████████",
        "  Feb    6  ████████",
        "  e\u{301}té    3  ████",
        "  👨‍👩‍👧‍👦     1  █▍",
      ])
  }

  @Test(
    "A bar is drawn to an eighth of a column",
    arguments: [
      (8.0, "█"), (7.0, "▉"), (6.0, "▊"), (5.0, "▋"), (4.0, "▌"), (3.0, "▍"), (2.0, "▎"),
      (1.0, "▏"), (0.01, "▏"), (0.0, ""), (-3.0, ""),
    ])
  func eighths(value: Double, bar: String) {
    #expect(ChartDrawing.bar(value, of: 8, columns: 1) == bar)
  }

  @Test("A value of zero or below has no bar, and NaN and infinity are not drawn")
  func safe() {
    #expect(text([("a", 0), ("b", -2.5)]) == ["  a     0", "  b  -2.5"])
    #expect(text([]) == [])
    for value in [Double.nan, .infinity, -.infinity] {
      #expect(ChartDrawing.bar(value, of: 8, columns: 5) == "")
      #expect(ChartDrawing.bar(1, of: value, columns: 5) == "")
    }
    #expect(ChartDrawing.bar(9, of: 3, columns: 5) == "█████")
    #expect(ChartDrawing.bar(1, of: 1, columns: 0) == "")
    #expect(
      ChartDrawing.bar(.leastNonzeroMagnitude, of: .greatestFiniteMagnitude, columns: 5) == "▏")
    // A point may become infinite after its creation.
    var point = BarChart.Point(label: "a", value: 1)
    point.value = .infinity
    let other = BarChart.Point(label: "b", value: 2)
    let lines = lines(BarChart(unit: "", points: [point, other]), width: 40)
    #expect(lines.map(\.displayWidth) == [8, 40])
  }

  @Test(
    "Thousands are separated",
    arguments: [
      (0.0, "0"), (999, "999"), (1000, "1,000"), (48_097.25, "48,097.3"), (-123, "-123"),
      (-1234, "-1,234"), (1_234_567, "1,234,567"), (0.5, "0.5"), (1e300, "1e+300"),
    ])
  func thousands(value: Double, text: String) {
    #expect(value.separatedText == text)
  }

  @Test("The columns of a chart have room for the separators")
  func separatedColumns() {
    #expect(
      self.text([("a", 12_000), ("b", 500)], width: 31) == [
        "  a  12,000  ██████████████████", "  b     500  ▊",
      ])
  }

  @Test("On a wide screen the bars are half as wide as the screen")
  func wide() {
    #expect(text([("a", 1)], width: 80)[0].displayWidth == 48)
    #expect(text([("a", 1)], width: 200)[0].displayWidth == 108)
  }

  @Test("A progress bar is empty at 0% and full at 100% alone, and wider on a wide screen")
  func progress() {
    func bar(_ fraction: Double, width: Int = 60) -> (full: Int, empty: Int) {
      var page = TextPage(hasStyles: false)
      PaneRenderer(width: width).draw(LoadingProgress(fraction: fraction), on: &page)
      return (page.text.count { $0 == "█" }, page.text.count { $0 == "░" })
    }
    #expect(bar(0) == (0, 30))
    #expect(bar(0.02) == (1, 29))
    #expect(bar(0.999) == (29, 1))
    #expect(bar(1) == (30, 0))
    #expect(bar(0.5, width: 200) == (33, 33))
  }

  @Test(
    "Progress is 0% at the beginning and 100% at the end alone",
    arguments: [(0.0, "0%"), (0.001, "1%"), (0.5, "50%"), (0.999, "99%"), (1.0, "100%")])
  @MainActor func percent(fraction: Double, text: String) {
    let progress = LoadingProgress(fraction: fraction)
    var page = TextPage(hasStyles: false)
    PaneRenderer(width: 60).draw(progress, on: &page)
    #expect(page.text.hasSuffix("  \(text)\n"))
    let loading = Snapshot.screen(ScreenContent(title: "T", status: .loading(progress)))
    #expect(WaitingLine.text(for: loading, columns: 80) == "… \(text) (Ctrl-C cancels)")
  }

  @Test("A percentage above 100 is shown beside a full bar")
  func exceeded() {
    var progress = LoadingProgress(label: "23 of 12", fraction: 1)
    progress.percent = 191
    var page = TextPage(hasStyles: false)
    PaneRenderer(width: 60).draw(progress, on: &page)
    #expect(page.text.hasSuffix("█  191%  23 of 12\n"))
  }

  @Test("No line is wider than the screen, whatever the labels and numbers", arguments: 20...130)
  func bounds(width: Int) {
    let points = [
      (String(repeating: "漢", count: 80), 1e300), ("\u{1B}[2J\u{202E}x", 123_456.78), ("", -1e300),
    ]
    for line in text(points, width: width) {
      #expect(line.displayWidth <= width)
      #expect(!line.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
    }
  }
}
