import Catalogue
import LocalCatalogue
import Services
import Testing

@Suite("Misspelled words")
struct SpellingTests {
  private let catalogue = DatabaseCatalogue(embedded: [.inMemory])

  @Test(
    "A misspelled word is replaced by the nearest word of the embedded catalogue",
    arguments: [
      ("hobit", "hobbit", "the-hobbit"), ("tolkein", "tolkien", "the-hobbit"),
      ("dostojewski", "dostoevsky", "crime-and-punishment"),
      ("Dostoyevsky", "dostoevsky", "crime-and-punishment"),
      ("the hobit", "the hobbit", "the-hobbit"), ("tolkein hobit", "tolkien hobbit", "the-hobbit"),
      ("hobb tolkein", "hobb tolkien", "the-hobbit"),
      ("punishmnet", "punishment", "crime-and-punishment"),
      ("tolstoi war", "tolstoy war", "war-and-peace"), ("jane eyer", "jane eyre", "jane-eyre"),
      ("ohbbit", "hobbit", "the-hobbit"), ("vuthering", "wuthering", "wuthering-heights"),
      ("grat", "great", "the-great-gatsby"),
    ])
  func found(_ words: String, _ correction: String, _ key: String) async throws {
    let page = try await catalogue.search(BookQuery(words: words), offset: 0, limit: 20)
    #expect(page.correction == correction)
    #expect(page.items.contains { $0.reference.key == key })
    let second = try await catalogue.search(BookQuery(words: words), offset: 1, limit: 20)
    #expect(second.correction == correction && second.total == page.total)
    #expect(second.items == Array(page.items.dropFirst()))
  }

  @Test(
    "Of the words near a misspelled one, one that finds a book with the others is taken",
    arguments: [
      ("brave new wrld", "brave new world", "brave-new-world"),
      ("grat gatsby", "great gatsby", "the-great-gatsby"),
      ("grate gatsby", "great gatsby", "the-great-gatsby"),
      ("animal frm", "animal farm", "animal-farm"), ("moby dik", "moby dick", "moby-dick"),
      ("grat gatsbi", "great gatsby", "the-great-gatsby"),
    ])
  func combined(_ words: String, _ correction: String, _ key: String) async throws {
    try await found(words, correction, key)
  }

  @Test(
    "Of several words, those of the catalogue are kept, though others are near",
    arguments: ["dune tolstoy", "hobbit dick", "xyzzyx dune", "frm xyzzyx"])
  func keptTogether(_ words: String) async throws {
    let page = try await catalogue.search(BookQuery(words: words), offset: 0, limit: 20)
    #expect(page.correction == nil)
  }

  @Test(
    "A word is kept if no word is near, if it is short or a number, or if it is quoted",
    arguments: [
      "xyzzyx", "hbt", "hobxyz", "\"hobit\"", "1985421", "???", "樓紅", "obbbit",
      "zzzz", "ssss", "aaaa", "jiyj",
      String(repeating: "hobit ", count: 9),
    ])
  func kept(_ words: String) async throws {
    let page = try await catalogue.search(BookQuery(words: words), offset: 0, limit: 20)
    #expect(page.correction == nil && page.items.isEmpty)
  }

  @Test("A search with matches is not corrected")
  func known() async throws {
    for words in ["hobbit", "hobb", "tolkien", "dune", "1984", "война"] {
      let page = try await catalogue.search(BookQuery(words: words), offset: 0, limit: 20)
      #expect(page.correction == nil && !page.items.isEmpty, "\(words)")
    }
    let filtered = BookQuery(words: "hobbit", fromYear: 2000)
    #expect(try await catalogue.search(filtered, offset: 0, limit: 20).correction == nil)
  }

  @Test("Words are kept if the filters leave their correction without a match, too")
  func filtered() async throws {
    let query = BookQuery(words: "hobit", toYear: 1000)
    let page = try await catalogue.search(query, offset: 0, limit: 20)
    #expect(page.correction == nil && page.items.isEmpty)
  }

  @Test("A kept answer says what was corrected, too")
  func cached() async throws {
    let cache = CachingCatalogue(catalogue)
    for _ in 1...2 {
      let page = try await cache.search(BookQuery(words: "hobit"), offset: 0, limit: 20)
      #expect(page.correction == "hobbit")
    }
  }

  @Test("A dump corrects also by a word after very many others with its two first letters")
  func late() async throws {
    let letters = "cdfgklmnpqrstxz".map { String($0) }
    var words = ["hoa"]
    for _ in 1...4 { words = words.flatMap { word in letters.map { word + $0 } } }
    var titles = ["The Hobbit"]
    while !words.isEmpty {
      titles.append(words.prefix(100).joined(separator: " "))
      words.removeFirst(min(100, words.count))
    }
    let files = try TemporaryCatalogue()
    let catalogue = try await files.imported(
      titles.enumerated().map { Dump.work($0 + 1, $1) })
    let page = try await catalogue.search(BookQuery(words: "hobit"), offset: 0, limit: 20)
    #expect(page.correction == "hobbit" && page.items.map(\.title) == ["The Hobbit"])
  }

  @Test("A word with the same three letters does not hide a nearer one")
  func nearer() async throws {
    let files = try TemporaryCatalogue()
    let titles = ["Having it all", "Stephen Hawking", "A bovine life", "David Bowie"]
    let catalogue = try await files.imported(
      titles.enumerated().map { Dump.work($0 + 1, $1) })
    for (typed, meant) in [("havking", "hawking"), ("bovie", "bowie")] {
      let page = try await catalogue.search(BookQuery(words: typed), offset: 0, limit: 20)
      #expect(page.correction == meant)
    }
  }

  @Test("An imported dump corrects by its own words")
  func dump() async throws {
    let files = try TemporaryCatalogue()
    let database = try files.open()
    let path = try files.write(Dump.library.joined(separator: "\n"), to: "dump.txt")
    // The second import fills the other set of tables.
    for _ in 1...2 {
      _ = try await DumpImport(database).run([path]) { _ in }
      for (words, correction) in [
        ("emmma", "emma"), ("dostoyewski", "dostoevsky"), ("достаевский", "достоевский"),
        ("Преступленние Достоевский", "преступление достоевский"), ("οδυσεια", "ὀδύσσεια"),
        ("etrangr", "étranger"),
        ("hobit", nil),
      ] {
        let page = try await files.catalogue(database).search(
          BookQuery(words: words), offset: 0, limit: 20)
        #expect(page.correction == correction, "\(words)")
      }
    }
  }
}
