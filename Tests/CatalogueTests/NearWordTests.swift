import Catalogue
import Testing

@Suite("Words near a misspelled one")
struct NearWordTests {
  @Test(
    "The distance between two words counts letters, and transliterations count little",
    arguments: [
      ("hobit", "hobbit", true), ("hobit", "habit", true), ("hobit", "rabbit", false),
      ("tolkein", "tolkien", true), ("tolkein", "talking", false),
      ("dostojewski", "dostoyevsky", true), ("jesenin", "yesenin", true),
      ("punishmnte", "punishment", true), ("short", "shirt", true), ("short", "shirts", false),
      ("война", "воина", true), ("ჰობიტ", "ჰობიტი", true), ("ჰობიტ", "ჰობიტები", false),
      // Without the letters that are alike, too little is left of these.
      ("eyer", "eyre", true), ("eyer", "eyes", true), ("eyer", "er", false),
      ("eyer", "eyeing", false), ("ayah", "ayahs", true), ("ayah", "ah", false),
    ])
  func distances(_ word: String, _ other: String, _ isNear: Bool) throws {
    let spelling = try #require(Spelling(word))
    #expect((spelling.candidate(other, count: 1) != nil) == isNear)
  }

  @Test(
    "Misspelled words with few different letters are not corrected",
    arguments: ["zzzz", "aaaa", "jiyj"])
  func fewLetters(_ word: String) {
    #expect(Spelling(word) == nil)
  }

  @Test(
    "The nearest word wins, then one with the same letters, the most frequent and one as long",
    arguments: [
      ("hobit", ["habit": 100, "hobbit": 1], "hobbit"), ("eyer", ["eyes": 100, "eyre": 1], "eyre"),
      ("hobit", ["habit": 1, "hobin": 2], "hobin"), ("grat", ["great": 2, "gray": 1], "great"),
      ("grat", ["great": 1, "gray": 1], "gray"), ("hobit", ["hobin": 2, "habit": 2], "habit"),
      ("hobit", ["rabbit": 100], nil),
    ] as [(String, [String: Int], String?)])
  func nearest(_ word: String, _ others: [String: Int], _ meant: String?) throws {
    let spelling = try #require(Spelling(word))
    let sorted = others.sorted { $0.key < $1.key }
    for others in [sorted, sorted.reversed()] {
      var nearest = NearestWords(to: spelling)
      for (other, count) in others { nearest.consider(other, count: count) }
      #expect(nearest.words.first == meant)
    }
  }
}
