import Catalogue
import SQLiteStorage
import Services
import Testing

@testable import LocalCatalogue

@Suite("The names of an imported catalogue")
struct ImportedNamesTests {
  private let files: TemporaryCatalogue

  init() throws {
    files = try TemporaryCatalogue()
  }

  @Test(
    "An author with an apostrophe is found in each spelling",
    arguments: [
      ("d'annunzio", "Il piacere"), ("dannunzio", "Il piacere"), ("d annunzio", "Il piacere"),
      ("d`annunzio", "Il piacere"), ("o'brien", "At Swim"), ("obrien", "At Swim"),
      ("o brien", "At Swim"), ("o’nolan", "At Swim"), ("o nolan", "At Swim"),
    ])
  func apostrophes(_ words: String, _ title: String) async throws {
    let catalogue = try await files.imported([
      Dump.author(1, "Gabriele D’Annunzio"), Dump.work(1, "Il piacere", authors: [1]),
      Dump.author(2, "Flann O'Brien", others: ["Brian O'Nolan"]),
      Dump.work(2, "At Swim", authors: [2]),
    ])
    for query in [BookQuery(words: words), BookQuery(author: words)] {
      let page = try await catalogue.search(query, offset: 0, limit: 9)
      #expect(page.items.map(\.title) == [title] && page.correction == nil)
    }
  }

  @Test(
    "An author is found by initials typed together",
    arguments: [
      ("jrr tolkien", "The Hobbit"), ("jrr", "The Hobbit"), ("jr tolkien", "The Hobbit"),
      ("\"jrr tolkien\"", "The Hobbit"), ("\"j r r tolkien\"", "The Hobbit"),
      ("j.r.r. tolkien", "The Hobbit"), ("hg wells", "The Invisible Man"),
      ("ас пушкин", "Капитанская дочка"), ("as pushkin", "Капитанская дочка"),
    ])
  func initials(_ words: String, _ title: String) async throws {
    let catalogue = try await files.imported([
      Dump.author(1, "J. R. R. Tolkien"), Dump.work(1, "The Hobbit", authors: [1]),
      Dump.author(2, "H.G. Wells"), Dump.work(2, "The Invisible Man", authors: [2]),
      Dump.author(3, "А. С. Пушкин", others: ["A. S. Pushkin"]),
      Dump.work(3, "Капитанская дочка", authors: [3]),
    ])
    for query in [BookQuery(words: words), BookQuery(author: words)] {
      let page = try await catalogue.search(query, offset: 0, limit: 9)
      #expect(page.items.map(\.title) == [title] && page.correction == nil)
    }
  }

  @Test("A phrase in quotation marks is within one title, or within one name")
  func phrases() async throws {
    let catalogue = try await files.imported([
      Dump.author(1, "Jane Austen", others: ["Anna Bell", "Dora O'Hara"]),
      Dump.author(2, "Cora Dale"), Dump.work(1, "L'ami", authors: [1, 2]),
      Dump.edition(1, of: 1, "Night and day"), Dump.edition(2, of: 1, "Before dawn"),
    ])
    for (phrase, count) in [
      ("night and day", 1), ("before dawn", 1), ("l ami", 1), ("anna bell", 1), ("dora o hara", 1),
      ("cora dale", 1), ("day before", 0), ("ami night", 0), ("austen anna", 0), ("ohara dora", 0),
      ("hara cora", 0),
    ] {
      let page = try await catalogue.search(BookQuery(words: "\"\(phrase)\""), offset: 0, limit: 9)
      #expect(page.total == count, "\(phrase)")
    }
  }

  @Test("An author whom a work names twice, or also by a replaced key, is listed once")
  func twice() async throws {
    let catalogue = try await files.imported([
      Dump.author(1, "Jane Austen"), Dump.author(2, "Anna Quindlen"),
      Dump.redirect("/authors/OL9A", to: "/authors/OL1A"),
      Dump.work(1, "Emma", authors: [9, 2, 1, 2]),
    ])
    let book = try await catalogue.book("OL1W").book
    #expect(book.authors.map(\.name) == ["Jane Austen", "Anna Quindlen"])
  }

  @Test("A record that comes after its redirect is there again")
  func redirectUndone() async throws {
    let catalogue = try await files.imported([
      Dump.redirect("/authors/OL1A", to: "/authors/OL2A"), Dump.author(1, "Jane Austen"),
      Dump.author(2, "Anna Quindlen"), Dump.redirect("/works/OL1W", to: "/works/OL2W"),
      Dump.work(1, "Emma", authors: [1]), Dump.work(2, "Every Last One", authors: [2]),
      Dump.edition(1, of: 1, "Emma: a novel", year: "1815"),
    ])
    let emma = try await catalogue.book("OL1W").book
    #expect(emma.title == "Emma" && emma.alternativeTitle == "Emma: a novel")
    #expect(emma.year == 1815 && emma.languages == ["eng"])
    let other = try await catalogue.book("OL2W").book
    #expect(other.alternativeTitle == nil && other.year == nil && other.languages.isEmpty)
    let page = try await catalogue.search(BookQuery(author: "Austen"), offset: 0, limit: 9)
    #expect(page.items.map(\.title) == ["Emma"])
    #expect(try await catalogue.author("OL1A").name == "Jane Austen")
  }

  @Test("A record that comes before its redirect or its deletion is gone")
  func recordUndone() async throws {
    let catalogue = try await files.imported([
      Dump.work(1, "Emma"), Dump.redirect("/works/OL1W", to: "/works/OL2W"),
      Dump.work(2, "Emma, a novel"), Dump.edition(9, of: 2, "Withdrawn"),
      Dump.line("delete", "/books/OL9M", "{}"), Dump.work(3, "Persuasion"),
      Dump.line("delete", "/works/OL3W", "{}"), Dump.author(1, "Jane Austen"),
      Dump.line("delete", "/authors/OL1A", "{}"),
    ])
    let emma = try await catalogue.book("OL1W").book
    #expect(emma.title == "Emma, a novel" && emma.alternativeTitle == nil)
    await #expect(throws: CatalogueError.notFound) { try await catalogue.book("OL3W") }
    await #expect(throws: CatalogueError.notFound) { try await catalogue.author("OL1A") }
  }

  @Test(
    "A long title is cut between two characters, with or without escapes",
    arguments: ["a", "\\u0061"])
  func longTitle(_ first: String) async throws {
    let title = first + String(repeating: "я", count: 1200)
    let book = try await files.imported([Dump.work(1, title)]).book("OL1W").book
    #expect(book.title == "a" + String(repeating: "я", count: 998) + "…")
  }

  @Test("Books whose texts fill several batches are all found")
  func largeTexts() async throws {
    // Some 20 KB of each book are in the index.
    let subjects = (1...60).map { "\($0) " + String(repeating: "a", count: 197) }
    let catalogue = try await files.imported(
      (1...1000).map { Dump.work($0, "Emma \($0)", subjects: subjects) })
    let page = try await catalogue.search(BookQuery(words: "emma"), offset: 990, limit: 20)
    #expect(page.total == 1000 && page.items.count == 10)
    let batch = try files.open().read("testing") { reader throws(StorageError) -> SearchBatch in
      let slot = try CatalogueState.read(reader)?.slot ?? .a
      return try SearchIndexing(slot: slot)
        .documents(after: 0, formerNames: [:], limit: 5000, reader)
    }
    #expect(batch.count < 1000 && batch.size < SearchIndexing.maximumBatchSize + 30_000)
  }

  @Test("A work is found by a former name whose work was merged into another one, too")
  func former() async throws {
    let catalogue = try await files.imported([
      Dump.redirect("/works/the-first-name", to: "/works/OL2W"),
      Dump.redirect("/works/OL2W", to: "/works/OL3W"),
      Dump.redirect("/works/OL3W", to: "/works/OL4W"),
      Dump.redirect("/works/OL4W", to: "/works/OL5W"),
      Dump.redirect("/works/OL5W", to: "/works/OL1W"), Dump.work(1, "Emma"),
    ])
    let page = try await catalogue.search(BookQuery(words: "first name"), offset: 0, limit: 9)
    #expect(page.items.map(\.title) == ["Emma"])
  }

  @Test(
    "The page of a long subject lists no book of one that begins like it and ends with another word",
    arguments: [
      "Труды международной научной конференции молодых ученых и специалистов",
      String(repeating: "한국", count: 20),
    ])
  func longSubject(_ beginning: String) async throws {
    let subjects = ["\(beginning) один", "\(beginning) два"]
    let catalogue = try await files.imported([
      Dump.work(1, "Emma", subjects: ["Novel", subjects[0], "Fiction"]),
      Dump.work(2, "Persuasion", subjects: [subjects[1]]),
      Dump.work(3, "Sanditon", subjects: subjects),
    ])
    for (subject, titles) in zip(subjects, [["Emma", "Sanditon"], ["Persuasion", "Sanditon"]]) {
      let page = try await catalogue.books(onSubject: subject, offset: 0, limit: 9)
      #expect(page.items.map(\.title) == titles && page.total == 2)
    }
  }

  @Test("A long Korean subject, which is decomposed for its token, lists its books")
  func subject() async throws {
    let subject = String(repeating: "한국", count: 30)
    let catalogue = try await files.imported([Dump.work(1, "Emma", subjects: [subject])])
    let page = try await catalogue.books(onSubject: subject, offset: 0, limit: 9)
    #expect(page.items.map(\.title) == ["Emma"])
    let long = String(repeating: "한국", count: 200)
    await #expect(throws: CatalogueError.notFound) {
      try await catalogue.books(onSubject: long, offset: 0, limit: 9)
    }
  }
}
