import Books
import Testing

/// What a reader types, and what they mean. Runs on the embedded records.
@Suite("Searching the embedded catalogue")
struct EmbeddedSearchTests {
  private let client = EmbeddedCatalogueClient()

  @Test(
    "A book is found by its title in any language, script and spelling",
    arguments: [
      ("war and peace", "war-and-peace"), ("WAR AND PEACE", "war-and-peace"),
      ("Война и мир", "war-and-peace"), ("война", "war-and-peace"),
      ("紅樓", "dream-of-the-red-chamber"), ("樓夢", "dream-of-the-red-chamber"),
      ("Ὀδύσσεια", "the-odyssey"), ("οδυσσεια", "the-odyssey"), ("ΟΔΥΣΣΕΙΑ", "the-odyssey"),
      ("letranger", "the-stranger"), ("l'etranger", "the-stranger"), ("L’Étranger", "the-stranger"),
      ("etranger", "the-stranger"), ("dolls house", "a-dolls-house"),
      ("doll’s house", "a-dolls-house"), ("เมืองไทย", "letters-from-thailand"),
      ("ｄｕｎｅ", "dune"), ("dun", "dune"), ("1984", "nineteen-eighty-four"),
      ("there and back again", "the-hobbit"), ("2001 space", "2001-a-space-odyssey"),
      ("crime & punishment", "crime-and-punishment"), ("دیوان حافظ", "the-divan-of-hafez"),
      ("ديوان حافظ", "the-divan-of-hafez"),
    ])
  func title(_ words: String, _ key: String) async throws {
    #expect(try await client.keys(["q": words]).contains(key))
  }

  @Test(
    "A book is found by its author in both scripts, with and without accents",
    arguments: [
      ("tolstoy", "war-and-peace"), ("Толстой", "war-and-peace"), ("leo tol", "war-and-peace"),
      ("garcia marquez", "one-hundred-years-of-solitude"), ("bronte", "jane-eyre"),
      ("BRONTË", "jane-eyre"), ("曹雪芹", "dream-of-the-red-chamber"), ("Όμηρος", "the-odyssey"),
      ("stanislaw", "solaris"), ("tolstoy war", "war-and-peace"), ("war tolstoy", "war-and-peace"),
    ])
  func author(_ words: String, _ key: String) async throws {
    #expect(try await client.keys(["q": words]).contains(key))
  }

  @Test("Every word has to match, at the beginning of a word")
  func everyWord() async throws {
    #expect(try await client.keys(["q": "dune tolstoy"]) == [])
    #expect(try await client.keys(["q": "une"]).contains("dune") == false)
    #expect(try await client.keys(["q": "???"]) == [])
  }

  @Test("A title leads, then a title that begins so, then titles, authors and subjects")
  func ranking() async throws {
    #expect(try await client.keys(["q": "dune"]).first == "dune")
    #expect(try await client.keys(["q": "odyssey"]).first == "the-odyssey")
    let war = try await client.keys(["q": "war"])
    let places = ["war-and-peace", "the-art-of-war", "the-iliad"].map { war.firstIndex(of: $0) }
    #expect(places == places.compactMap(\.self).sorted())
  }

  @Test("Among equal matches the featured books lead")
  func featuredFirst() async throws {
    let found = try await client.keys(["subject": "science fiction"])
    #expect(Set(found.prefix(4)).isSuperset(of: ["dune", "solaris", "the-three-body-problem"]))
  }

  @Test("The same request has the same answer")
  func isDeterministic() async throws {
    let first = try await client.keys(["q": "the", "limit": "1000"])
    #expect(try await client.keys(["q": "the", "limit": "1000"]) == first)
  }

  @Test("A second page begins with the last book of the first, and one more is counted")
  func repeatedBook() async throws {
    let first = try await client.json("/search.json", ["q": "the", "limit": "20"]).object
    let second = try await client.json("/search.json", ["q": "the", "limit": "20", "page": "2"])
      .object
    let one = try #require(first["docs"] as? [[String: Any]])
    let two = try #require(second["docs"] as? [[String: Any]])
    #expect(one.last?["key"] as? String == two.first?["key"] as? String)
    let counts = [first, second].compactMap { $0["numFound"] as? Int }
    #expect(counts.count == 2 && counts[1] == counts[0] + 1)
  }

  @Test("By language the original counts, not the translation")
  func originalLanguage() async throws {
    let english = try await client.keys(["q": "language:eng", "limit": "1000"])
    #expect(english.contains("dune"))
    #expect(!english.contains("war-and-peace"))
    let russian = try await client.keys(["q": "language:rus", "limit": "1000"])
    #expect(russian.contains("war-and-peace"))
    // The translation has the same title.
    #expect(try await client.keys(["q": "language:dut"]).contains("max-havelaar"))
  }

  @Test("A subject is one subject, and not words of several")
  func subjectFilter() async throws {
    let found = try await client.keys(["subject": "science fiction", "limit": "1000"])
    #expect(found.contains("dune"))
    let client = EmbeddedCatalogueClient(
      works: """
        {"key":"/works/a","type":{"key":"/type/work"},"title":"A","subjects":["Science","Fiction"]}
        {"key":"/works/b","type":{"key":"/type/work"},"title":"B","subjects":["Science fiction"]}
        """, authors: "", editions: "", featured: "")
    #expect(try await client.keys(["subject": "science fiction"]) == ["b"])
    #expect(try await client.keys(["q": "science fiction"]) == ["a", "b"])
  }

  @Test("A whole word comes before one that only begins so")
  func wholeWords() async throws {
    let client = EmbeddedCatalogueClient(
      works: ["The warden", "A great warrior", "A great war", "War", "War stories", "Warm"]
        .enumerated()
        .map { #"{"key":"/works/\#($0)","type":{"key":"/type/work"},"title":"\#($1)"}"# }
        .joined(separator: "\n"), authors: "", editions: "", featured: "")
    #expect(try await client.keys(["q": "war"]) == ["3", "4", "0", "5", "2", "1"])
  }
}
