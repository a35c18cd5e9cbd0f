import Core
import Inspection
import Services
import TestKit
import Testing

@testable import AppTerminal
@testable import Shell

@Suite("Every screen fits the terminal")
@MainActor struct FittedScreenTests {
  private static let rows = 24
  /// The lines below a screen: an empty one and the prompt.
  private static let below = 2

  @Test("No crawled state's screen is taller than 24 rows, at 50, 80, 120 and 200 columns")
  func crawled() async throws {
    var drawn: Set<Snapshot> = []
    for crawl in Crawls.layouts {
      for state in try await crawl.states {
        // States may differ by what a snapshot does not show, or by entries alone, which only have a window each.
        var shown = state.snapshot
        shown.entries = []
        guard drawn.insert(shown).inserted else { continue }
        for width in [50, 80, 120, 200] {
          let problem = problem(of: state.snapshot, width: width)
          #expect(problem == nil, "\(state.path.map(\.description)), \(width) columns")
        }
        // Other tests wait for the main actor.
        await Task.yield()
      }
    }
  }

  /// Returns why a screen can't be used on the terminal, or nil.
  private func problem(of snapshot: Snapshot, width: Int) -> String? {
    let windows = ScreenWindows { Self.rows }
    var seen: Set<Substring> = []
    repeat {
      let text = TextRenderer(width: width).screen(snapshot, in: windows, leaving: Self.below)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      if lines.count > Self.rows - Self.below { return "\(lines.count) lines:\n\(text)" }
      // A narrow terminal has one screen, unless the layout is an option.
      let isUsual = snapshot.panes.count == 1 || width >= 80
      if isUsual, let title = snapshot.panes.first?.content.title.first, !text.contains(title) {
        return "no title"
      }
      seen.formUnion(lines)
    } while windows.move(.down, inFirst: false, of: snapshot)
      || windows.move(.down, inFirst: true, of: snapshot)
    let whole = TextRenderer(width: width).screen(snapshot).split(separator: "\n")
    // Beside each other the lines of two windows meet in other ways.
    guard snapshot.panes.count == 1 else { return nil }
    return whole.first { !seen.contains($0) }.map { "never seen: \($0)" }
  }
}
