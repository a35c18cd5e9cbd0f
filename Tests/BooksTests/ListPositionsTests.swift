import Testing

@testable import Books

@Suite("Typed positions in a list")
struct ListPositionsTests {
  @Test(
    "Numbers and ranges are read in the list's order, each once",
    arguments: [
      ("1", [0]), ("3-5", [2, 3, 4]), ("5-3", [2, 3, 4]), ("1-2,9", [0, 1, 8]),
      (" 9, 1-2 2 ", [0, 1, 8]), ("all", [0, 1, 2, 3, 4, 5, 6, 7, 8]), ("ALL", Array(0..<9)),
      ("none", []), ("009", [8]),
    ])
  func reads(_ text: String, _ indices: [Int]) throws {
    #expect(try ListPositions(text, count: 9).indices == indices)
  }

  @Test(
    "Other text is refused",
    arguments: [
      "", " ", ",", "0", "0-2", "-1", "1-", "-", "1-2-3", "1--2", "x", "1,x", "all,1", "٣", "+1",
      "12345678", "1.5",
    ])
  func refuses(_ text: String) {
    #expect(throws: ListPositions.Problem.unreadable) { try ListPositions(text, count: 9) }
  }

  @Test("A position beyond the list is refused, and names the position")
  func beyond() throws {
    #expect(try ListPositions("all", count: 0).indices == [])
    for (text, position) in [("10", 10), ("1,5-9999999", 9_999_999)] {
      #expect(throws: ListPositions.Problem.beyond(position, count: 9)) {
        try ListPositions(text, count: 9)
      }
    }
    #expect(throws: ListPositions.Problem.beyond(1, count: 0)) { try ListPositions("1", count: 0) }
  }
}
