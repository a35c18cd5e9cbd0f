import Testing

@testable import Shell

/// Checks the optimal string alignment distance and the suggestion made from it.
@Suite("Edit distance")
struct EditDistanceTests {
  @Test(
    "Insertions, deletions, substitutions and swaps of neighbours count one each",
    arguments: [
      ("", "", 0), ("abc", "abc", 0), ("abc", "abcd", 1), ("abcd", "abc", 1), ("abc", "abd", 1),
      ("abc", "acb", 1), ("kitten", "sitting", 3), ("ca", "abc", 3), ("", "abc", 3), ("abc", "", 3),
      ("cafe\u{301}", "café", 0), ("cafe", "café", 1), ("日本", "本日", 1),
      ("👨‍👩‍👧‍👦a", "a", 1),
    ])
  func distance(first: String, second: String, edits: Int) {
    let (first, second) = (Array(first), Array(second))
    #expect(EditDistance.between(first, second, atMost: 10) == edits)
    #expect(EditDistance.between(second, first, atMost: edits) == edits)
    #expect(EditDistance.between(first, second, atMost: edits - 1) == nil)
  }

  @Test(
    "The nearest candidate is suggested if it is near enough",
    arguments: [
      ("serach", "search"), ("SEARCH", "search"), ("ÉTÉ", "été"), ("lst", "list"), ("lsit", "list"),
      ("hlep", "help"),
      ("serrchs", "search"), ("xyz", nil), ("hxxp", nil), ("completely", nil), ("", nil),
      ("li", nil),
    ] as [(String, String?)])
  func suggestion(word: String, expected: String?) {
    let names = ["help", "list", "search", "été", ""]
    #expect(EditDistance.nearest(to: word, among: names) == expected)
  }

  @Test("The nearer candidate wins at any position, and the first of two equally near ones")
  func order() {
    #expect(EditDistance.nearest(to: "remove", among: ["removal", "removes"]) == "removes")
    #expect(EditDistance.nearest(to: "remove", among: ["removes", "removal"]) == "removes")
    #expect(EditDistance.nearest(to: "cat", among: ["bat", "hat"]) == "bat")
    #expect(EditDistance.nearest(to: "cat", among: ["bat", "cat"]) == "cat")
    #expect(EditDistance.nearest(to: "sl", among: ["ls"]) == "ls")
    #expect(EditDistance.nearest(to: "cat", among: []) == nil)
  }

  @Test("A word over 64 Characters has no suggestion")
  func longWords() {
    let longest = String(repeating: "a", count: 64)
    #expect(EditDistance.nearest(to: longest, among: [longest + "a", longest]) == longest)
    #expect(EditDistance.nearest(to: longest + "a", among: [longest]) == nil)
    let megabyte = String(repeating: "a", count: 1_000_000)
    #expect(EditDistance.nearest(to: megabyte, among: [megabyte]) == nil)
  }
}
