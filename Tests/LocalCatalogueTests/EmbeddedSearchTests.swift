import Catalogue
import LocalCatalogue
import Testing

/// Queries of readers and their results, in the embedded records.
@Suite("Searching the embedded catalogue")
struct EmbeddedSearchTests {
  private let catalogue = DatabaseCatalogue(embedded: [.inMemory])

  private func keys(_ query: BookQuery, limit: Int = 20) async throws -> [String] {
    try await catalogue.search(query, offset: 0, limit: limit).items.map(\.reference.key)
  }

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
    #expect(try await keys(BookQuery(words: words)).contains(key))
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
    #expect(try await keys(BookQuery(words: words)).contains(key))
  }

  @Test("Exact titles come first, then titles by prefix, then titles, authors and subjects")
  func ranking() async throws {
    #expect(try await keys(BookQuery(words: "dune")).first == "dune")
    #expect(try await keys(BookQuery(words: "odyssey")).first == "the-odyssey")
    let war = try await keys(BookQuery(words: "war"), limit: 100)
    let places = ["war-and-peace", "the-art-of-war", "the-iliad"].map { war.firstIndex(of: $0) }
    #expect(places == places.compactMap(\.self).sorted())
  }

  @Test("Among equal matches the featured books come first")
  func featuredFirst() async throws {
    let found = try await keys(BookQuery(subject: "science fiction"))
    #expect(Set(found.prefix(4)).isSuperset(of: ["dune", "solaris", "the-three-body-problem"]))
  }

  @Test("The language filter uses the original language")
  func originalLanguage() async throws {
    let english = try await keys(BookQuery(language: "eng"), limit: 1000)
    #expect(english.contains("dune"))
    #expect(!english.contains("war-and-peace"))
    #expect(try await keys(BookQuery(language: "rus"), limit: 1000).contains("war-and-peace"))
    // The translation has the same title.
    #expect(try await keys(BookQuery(language: "dut")).contains("max-havelaar"))
  }

  @Test("A book combines its work, authors and editions")
  func document() async throws {
    let found = try await catalogue.search(BookQuery(words: "война и мир"), offset: 0, limit: 1)
    let book = try #require(found.items.first)
    #expect(
      book
        == CatalogueBook(
          reference: CatalogueReference(source: "embedded", key: "war-and-peace"),
          title: "Война и мир", alternativeTitle: "War and Peace",
          authors: [AuthorName(key: "leo-tolstoy", name: "Leo Tolstoy")], year: 1869,
          languages: ["rus", "eng"], pages: 1225))
    #expect(try await catalogue.book("war-and-peace").subjects.contains("War"))
  }

  @Test("A replaced key leads to the book, and a deleted key is not found")
  func replaced() async throws {
    let book = try await catalogue.book("1984").book
    #expect(book.reference.key == "nineteen-eighty-four")
    await #expect(throws: CatalogueError.notFound) {
      try await catalogue.book("a-withdrawn-record")
    }
  }
}
