import Testing

@testable import Shell

@Suite("Differences of screens")
struct LineDifferenceTests {
  /// Returns the printed lines of two screens that differ between their first and last lines.
  private func lines(_ changed: Int) -> [String] {
    let texts = ["a", "b"].map { name in
      ["first"] + (0..<changed).map { "\(name)\($0)" } + ["last"]
    }
    return LineDifference(expected: texts[0], actual: texts[1]).lines
  }

  @Test("Of a long difference 60 lines are printed, and the others are counted")
  func long() {
    let whole = lines(29)
    #expect(whole.count == 60 && whole.first == "  first" && whole.last == "  last")
    for changed in [30, 500, 501] {
      let lines = lines(changed)
      let others = 2 + 2 * changed - LineDifference.limit
      #expect(lines.count == LineDifference.limit + 1)
      #expect(lines.prefix(3) == ["  first", "- a0", "- a1"])
      #expect(lines.last == "… and \(others) more lines")
    }
  }
}
