import Testing

@testable import Shell

/// Matches typed names.
@Suite("Word match")
struct WordMatchTests {
  private func match(_ line: String, _ names: [String]) -> (String, String)? {
    WordMatch.inFull(line[...], among: names, names: { [$0] }).map { ($0.0, String($0.rest)) }
  }

  @Test(
    "A name matches the beginning of a line in any case and script, followed by white space",
    arguments: [
      ("rate", "rate", ""), ("RATE 5", "rate", "5"), ("rate  5", "rate", " 5"),
      ("rate\t5", "rate", "5"), ("rate\u{3000}5", "rate", "5"), ("BEWERTEN 5", "bewerten", "5"),
      ("ÜBER uns", "über", "uns"), ("探す 本", "探す", "本"),
    ])
  func names(line: String, name: String, rest: String) throws {
    let found = try #require(match(line, [name]))
    #expect(found == (name, rest))
  }

  @Test(
    "A name followed by a letter or a combining mark does not match",
    arguments: [
      ("rated", "rate"), ("rat", "rate"), ("rate\u{301} 5", "rate"), ("über", "uber"), ("", "rate"),
    ])
  func others(line: String, name: String) {
    #expect(match(line, [name]) == nil)
  }

  @Test("The longest of several matching names wins")
  func longest() throws {
    let found = try #require(match("sort by title up", ["sort", "sort by title", "sort by"]))
    #expect(found == ("sort by title", "up"))
  }

  /// Returns the first names of the candidates that are found.
  private func found(_ typed: String, among candidates: [[String]]) -> [String] {
    switch WordMatch.of(typed, among: candidates, names: { $0 }) {
    case .none: []
    case .one(let names): [names[0]]
    case .several(let several): several.map { $0[0] }
    }
  }

  private let candidates = [
    ["rated", "Rating"], ["shelf", "Show the shelf"], ["shelves", "she", "Sh"], ["über", "About"],
  ]

  @Test(
    "An exact name wins over prefixes, and a candidate with several matching names is found once",
    arguments: [
      ("rat", ["rated"]), ("RATING", ["rated"]), ("sh", ["shelves"]), ("she", ["shelves"]),
      ("s", ["shelf", "shelves"]), ("shel", ["shelf", "shelves"]), ("show", ["shelf"]),
      ("Ü", ["über"]), ("ab", ["über"]), ("rates", []), ("hel", []), ("", []),
    ] as [(String, [String])])
  func beginnings(typed: String, expected: [String]) {
    #expect(found(typed, among: candidates) == expected)
  }

  @Test("A text of more than a thousand bytes is not a name")
  func longText() {
    let most = String(repeating: "x", count: 1000)
    #expect(found(most, among: [[most]]) == [most])
    #expect(found(most + "x", among: [[most + "x"]]) == [])
  }
}
