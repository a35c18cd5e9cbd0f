import Catalogue
import Services
import Foundation
import TestKit
import Testing

@testable import LocalCatalogue

/// Searches in a local catalogue. Each test imports its own small dump.
@Suite("Searching a local catalogue")
struct LocalSearchTests {
  private let files: TemporaryCatalogue
  private let catalogue: DatabaseCatalogue
  private let logger = MemoryLogger()

  init() async throws {
    files = try TemporaryCatalogue()
    catalogue = try await files.imported(Dump.library, logger: logger)
  }

  private func titles(_ query: BookQuery) async throws -> [String] {
    let page = try await catalogue.search(query, offset: 0, limit: 100)
    #expect(logger.lines.isEmpty)
    return page.items.map(\.title)
  }

  @Test("Filters match facts, and typed words do not")
  func facts() async throws {
    let years = PublicationYear.plausible.flatMap { YearTokens.of($0).split(separator: " ") }
    let facts = [FactToken.language("eng"), "_", FactToken.author(1)]
    for fact in facts + years.suffix(3).map(String.init) {
      #expect(try await titles(BookQuery(words: fact)).isEmpty, "\(fact.debugDescription)")
    }
    let languages = (0..<26).flatMap { first in
      (0..<26).map { FactToken.language(String([letter(first), letter($0), "a"])) }
    }
    #expect(Set(languages).count == 676)
    #expect(languages.allSatisfy { $0.unicodeScalars.count == 1 })
    #expect(Set(languages).isDisjoint(with: years.map(String.init)))
  }

  private func letter(_ place: Int) -> Character {
    Character(Unicode.Scalar(UInt8(ascii: "a") + UInt8(place)))
  }

  @Test("The beginning of a long title that many books share hides no book with the typed words")
  func longTitle() async throws {
    let files = try TemporaryCatalogue()
    let series = "Труды международной научной конференции молодых ученых и специалистов"
    let editions = ["первое", "второе"].map { "\(series), том 7, издание \($0)" }
    let others = [1, 2, 3, 4, 5, 6, 8, 9].map { "\(series), том \($0)" }
    let catalogue = try await files.imported(
      (others + editions).enumerated().map { Dump.work($0 + 1, $1) })
    let query = BookQuery(words: "\(series), том 7")
    let page = try await catalogue.search(query, offset: 0, limit: 2)
    #expect(Set(page.items.map(\.title)) == Set(editions) && page.total == 2)
  }

  @Test(
    "A book is found by its title in any script and spelling, and by parts without spaces",
    arguments: [
      ("war and peace", "War and Peace"), ("WAR PEACE", "War and Peace"), ("pea", "War and Peace"),
      ("letranger", "L’Étranger"), ("l'etranger", "L’Étranger"), ("etranger", "L’Étranger"),
      ("angstrom", "Ångström"), ("紅樓夢", "紅樓夢"), ("紅樓", "紅樓夢"), ("樓夢", "紅樓夢"), ("夢", "紅樓夢"),
      ("樓", "紅樓夢"), ("雪国", "雪国"), ("国", "雪国"), ("ノルウェイの森", "ノルウェイの森"),
      ("ルウェイ", "ノルウェイの森"), ("のるうぇい", "ノルウェイの森"), ("홍길동전", "홍길동전"), ("길동", "홍길동전"),
      ("동", "홍길동전"), ("แผ่นดิน", "สี่แผ่นดิน"), ("преступ", "Преступление и наказание"),
      ("ПРЕСТУПЛЕНИЕ", "Преступление и наказание"), ("οδυσσεια", "Ὀδύσσεια"),
      ("crime", "Преступление и наказание"),
      ("krymskyi", "Krymsʹkyĭ Qurʾān"), ("qur'an", "Krymsʹkyĭ Qurʾān"),
      ("qurʾān", "Krymsʹkyĭ Qurʾān"),
      ("dostoevsky crime", "Преступление и наказание"), ("достоевский", "Преступление и наказание"),
    ])
  func titles(_ words: String, _ title: String) async throws {
    #expect(try await titles(BookQuery(words: words)).contains(title))
  }

  @Test("Every word has to match, at the beginning of a word")
  func everyWord() async throws {
    #expect(try await titles(BookQuery(words: "war tolstoy dostoevsky")) == [])
    #expect(try await titles(BookQuery(words: "eace")) == [])
    #expect(try await titles(BookQuery(words: "樓紅")) == [])
    #expect(try await titles(BookQuery(words: "???")) == [])
  }

  @Test("Exact titles come first, then whole words in titles and authors, prefixes and subjects")
  func ranking() async throws {
    #expect(
      try await titles(BookQuery(words: "emma")) == [
        "Emma", "The Emma", "Emma Brown", "Dear Emma", "By her", "Emmanuelle", "About her",
      ])
  }

  @Test("Among equal matches the book with the most editions comes first")
  func popularity() async throws {
    #expect(
      try await titles(BookQuery(words: "river")) == [
        "River of Three", "River of Two", "River of One", "River of None",
      ])
  }

  @Test("A phrase in quotation marks matches a title word for word")
  func phrase() async throws {
    #expect(try await titles(BookQuery(words: "\"and peace\"")) == ["War and Peace"])
    #expect(try await titles(BookQuery(words: "\"peace and\"")) == [])
    #expect(try await titles(BookQuery(words: "“war and” peace")) == ["War and Peace"])
    #expect(try await titles(BookQuery(words: "\"and pea")) == ["War and Peace"])
    #expect(try await titles(BookQuery(words: "\"and pea\"")) == [])
  }

  @Test("Filters restrict a search to an author, a subject, years and a language")
  func filters() async throws {
    #expect(try await titles(BookQuery(author: "leo tol")) == ["War and Peace"])
    #expect(try await titles(BookQuery(words: "war", author: "dostoevsky")) == [])
    #expect(try await titles(BookQuery(subject: "science fiction")) == ["River of One"])
    #expect(
      try await titles(BookQuery(words: "river", fromYear: 1991, toYear: 2000)) == ["River of Two"])
    #expect(try await titles(BookQuery(words: "river", fromYear: .min, toYear: .max)).count == 3)
    #expect(try await titles(BookQuery(words: "river", fromYear: .max)) == [])
    #expect(try await titles(BookQuery(words: "river", toYear: .min)) == [])
    #expect(try await titles(BookQuery(toYear: -1)) == ["Ὀδύσσεια"])
    #expect(try await titles(BookQuery(toYear: -1, language: "?!")) == ["Ὀδύσσεια"])
    #expect(try await titles(BookQuery(language: "?!")) == [])
    #expect(try await titles(BookQuery(words: "river of three", language: "en")).count == 1)
    #expect(
      try await titles(BookQuery(words: "river", language: "fre")) == ["River of Three"])
  }

  @Test("Filters also hold for a title that equals the words, and for one that begins with them")
  func filteredTitles() async throws {
    let files = try TemporaryCatalogue()
    let catalogue = try await files.imported([
      Dump.work(1, "Emma", year: "1815"), Dump.work(2, "Emma Brown", year: "2003"),
      Dump.work(3, "Dear Emma", year: "2010"),
    ])
    let query = BookQuery(words: "emma", fromYear: 2000)
    let page = try await catalogue.search(query, offset: 0, limit: 9)
    #expect(page.items.map(\.title) == ["Emma Brown", "Dear Emma"] && page.total == 2)
  }

  @Test("Results can be sorted by year and by title, books without a year last")
  func orders() async throws {
    #expect(
      try await titles(BookQuery(words: "river", order: .oldest)) == [
        "River of One", "River of Two", "River of Three", "River of None",
      ])
    #expect(
      try await titles(BookQuery(words: "river", order: .newest)) == [
        "River of Three", "River of Two", "River of One", "River of None",
      ])
    #expect(
      try await titles(BookQuery(words: "river", order: .title)) == [
        "River of None", "River of One", "River of Three", "River of Two",
      ])
  }

  @Test("A subject and an author list their books, and old keys lead to new ones")
  func records() async throws {
    let books = try await catalogue.books(onSubject: "Science_fiction", offset: 0, limit: 10)
    #expect(books.items.map(\.title) == ["River of One"])
    #expect(books.total == 1)
    #expect(try await catalogue.books(onSubject: "science", offset: 0, limit: 10).total == 2)
    let byAuthor = try await catalogue.books(byAuthor: "OL1A", offset: 0, limit: 10)
    #expect(byAuthor.items.map(\.title) == ["War and Peace"])
    #expect(try await catalogue.author("OL9A").name == "Leo Tolstoy")
    let book = try await catalogue.book("OL90W")
    #expect(book.book.title == "War and Peace")
    #expect(book.book.reference == CatalogueReference(source: "openlibrary", key: "OL1W"))
    #expect(book.summary == "Of 1812.")
    await #expect(throws: CatalogueError.notFound) { try await catalogue.book("OL99W") }
  }

  @Test("An embedded book and its author can be opened after a dump has replaced the catalogue")
  func embedded() async throws {
    let book = try await catalogue.book("dune").book
    #expect(book.reference == CatalogueReference(source: "embedded", key: "dune"))
    #expect(try await catalogue.author("frank-herbert").name == "Frank Herbert")
    let byAuthor = try await catalogue.books(byAuthor: "frank-herbert", offset: 0, limit: 9)
    #expect(byAuthor.items.contains { $0.reference == book.reference })
    #expect(try await titles(BookQuery(words: "dune")) == [])
  }

  @Test("No query is an error", arguments: 0..<8)
  func fuzz(_ seed: UInt64) async throws {
    var random = SeededRandomness(seed: seed)
    for _ in 0..<200 {
      let words = Hostile.text(&random)
      for query in [
        BookQuery(words: words), BookQuery(words: "river \(words)", order: .title),
        BookQuery(author: words), BookQuery(subject: words, fromYear: 1900),
      ] { _ = try await catalogue.search(query, offset: 0, limit: 5) }
    }
    #expect(logger.lines.isEmpty)
  }

  @Test("A megabyte of words is a valid query")
  func large() async throws {
    for word in ["war ", "\"", "紅", "'", "\u{0}", "(AND* "] {
      _ = try await titles(BookQuery(words: String(repeating: word, count: 1 << 18)))
    }
  }
}
