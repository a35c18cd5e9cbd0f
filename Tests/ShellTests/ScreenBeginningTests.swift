import Services
import Testing

@testable import Core
@testable import Shell

@Suite("The beginning of a screen without rows")
@MainActor struct ScreenBeginningTests {
  private let windows = ScreenWindows { 12 }

  private func snapshot(_ subtitle: String, _ lines: ClosedRange<Int>) -> Snapshot {
    let text = lines.map { "Line \($0)" }.joined(separator: "\n")
    var snapshot = Snapshot.screen(
      ScreenContent(
        title: "Statistics", subtitle: subtitle,
        sections: [ContentSection("text", .text(text))]))
    snapshot.entries = [NavigationTree.EntryID(number: 7)]
    return snapshot
  }

  /// Returns the first visible line of the text.
  private func first(_ snapshot: Snapshot) -> Substring? {
    TextRenderer(width: 60).screen(snapshot, in: windows, leaving: 2).split(separator: "\n")
      .first { $0.hasPrefix("Line ") }
  }

  @Test("Another year begins at its first line, and a year that is drawn again keeps its place")
  func year() {
    #expect(first(snapshot("2026", 1...40)) == "Line 1")
    #expect(windows.move(.down, inFirst: false, of: snapshot("2026", 1...40)))
    let place = first(snapshot("2026", 1...40))
    #expect(place != "Line 1")
    #expect(first(snapshot("2026", 1...41)) == place)
    #expect(first(snapshot("2025", 1...40)) == "Line 1")
  }
}
