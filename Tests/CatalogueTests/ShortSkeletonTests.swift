import Catalogue
import Testing

@Suite("Misspelled words with short skeletons")
struct ShortSkeletonTests {
  @Test(
    "Misspelled words with short skeletons are compared by their letters",
    arguments: [
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

  @Test("Of equally near words one with the same letters comes before a more frequent one")
  func sameLetters() throws {
    let spelling = try #require(Spelling("eyer"))
    for words in [[("eyes", 100), ("eyre", 1)], [("eyre", 1), ("eyes", 100)]] {
      var nearest = NearestWords(to: spelling)
      for (word, count) in words { nearest.consider(word, count: count) }
      #expect(nearest.words.first == "eyre")
    }
  }
}
