import Foundation
import Services
import Testing

@testable import Core
@testable import Shell

@Suite("Rows of several lines in a window")
@MainActor struct CutRowTests {
  private let windows = ScreenWindows { 12 }

  private func snapshot(_ count: Int, detail: String) -> Snapshot {
    let rows = (1...count).map { Row(Row.ID("r\($0)"), title: "Book \($0)", detail: detail) }
    var snapshot = Snapshot.screen(
      ScreenContent(title: "Books", sections: [ContentSection("rows", .rows(rows))]))
    snapshot.entries = [NavigationTree.EntryID(number: 7)]
    return snapshot
  }

  /// Returns the titles of the rows whose first line is visible in each part.
  private func parts(_ snapshot: Snapshot) -> [[Int]] {
    var parts: [[Int]] = []
    repeat {
      let text = TextRenderer(width: 60).screen(snapshot, in: windows, leaving: 2)
      parts.append(
        text.split(separator: "\n").filter { $0.contains("Book ") }
          .compactMap { $0.split(separator: " ").last.flatMap { Int($0) } })
    } while windows.move(.down, inFirst: false, of: snapshot)
    return parts
  }

  @Test("A row that the end of a part cuts is whole in the next part")
  func cut() {
    let list = snapshot(20, detail: String(repeating: "a", count: 50))
    #expect(parts(list).prefix(3) == [[1, 2, 3, 4], [4, 5, 6, 7], [8, 9, 10, 11]])
  }

  @Test("A row that is cut before the last part is whole in the next one, too")
  func cutBeforeLast() {
    let detail = ["a", "b"].map { String(repeating: $0, count: 50) }.joined(separator: " ")
    #expect(parts(snapshot(5, detail: detail)) == [[1, 2, 3], [3, 4, 5], [4, 5]])
  }

  @Test("Every line of a row that is taller than a part is seen")
  func tall() {
    let lines = (1...20).map { "Line\($0) " + String(repeating: "b", count: 44) }
    let list = snapshot(2, detail: lines.joined(separator: " "))
    var seen = ""
    repeat {
      seen += TextRenderer(width: 60).screen(list, in: windows, leaving: 2)
    } while windows.move(.down, inFirst: false, of: list)
    for number in 1...20 {
      #expect(seen.components(separatedBy: "Line\(number) ").count > 2, "\(number)")
    }
  }
}
