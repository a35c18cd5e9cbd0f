import Catalogue
import LocalCatalogue
import Testing

@Suite("The editions of an imported book")
struct ImportedEditionsTests {
  private let files: TemporaryCatalogue

  init() throws {
    files = try TemporaryCatalogue()
  }

  private func edition(
    _ number: Int, _ title: String, _ language: String, _ values: String
  ) -> String {
    Dump.line(
      "edition", "/books/OL\(number)M",
      #"{"works": [{"key": "/works/OL1W"}], "title": "\#(title)", "#
        + #""languages": [{"key": "/languages/\#(language)"}], \#(values)}"#)
  }

  @Test(
    "A book has its record's year, an English title first, the median of the pages and any cover")
  func combined() async throws {
    let catalogue = try await files.imported([
      Dump.work(1, "Война и мир", year: "1869"),
      edition(1, "Война и мир", "rus", #""publish_date": "1870", "number_of_pages": 1200"#),
      edition(
        2, "Krieg und Frieden", "ger",
        #""publish_date": "1885", "number_of_pages": 1500, "covers": [-1, 3]"#),
      edition(
        3, "War and Peace", "eng",
        #""publish_date": "1886", "number_of_pages": 1225, "covers": [4]"#),
    ])
    let expected = CatalogueBook(
      reference: CatalogueReference(source: "openlibrary", key: "OL1W"), title: "Война и мир",
      alternativeTitle: "War and Peace", year: 1869, languages: ["rus", "ger", "eng"],
      pages: 1225, cover: 3)
    #expect(try await catalogue.book("OL1W").book == expected)
  }

  @Test("Old paths of authors and editions are read")
  func oldPaths() async throws {
    let catalogue = try await files.imported([
      Dump.line("author", "/a/OL1A", #"{"name": "Jane Austen"}"#),
      Dump.line(
        "work", "/works/OL1W", #"{"title": "Emma", "authors": [{"author": {"key": "/a/OL1A"}}]}"#),
      Dump.line(
        "edition", "/b/OL1M",
        #"{"works": [{"key": "/works/OL1W"}], "title": "Emma: a novel", "publish_date": "1815"}"#),
    ])
    let book = try await catalogue.book("OL1W").book
    #expect(book.authors == [AuthorName(key: "OL1A", name: "Jane Austen")])
    #expect(book.alternativeTitle == "Emma: a novel" && book.year == 1815)
  }

  @Test("A book has the first ten languages of its editions, the original one first")
  func languages() async throws {
    let codes = "rus ger fre spa ita dut pol cze swe dan nor".split(separator: " ").map(String.init)
    let editions = codes.enumerated().map { number, code in
      edition(number + 1, "Война и мир", code, #""publish_date": "\#(1870 + number)""#)
    }
    let catalogue = try await files.imported([Dump.work(1, "Война и мир")] + editions)
    #expect(try await catalogue.book("OL1W").book.languages == Array(codes.prefix(10)))
  }

  @Test("Editions of a work that was merged into another one are editions of that one")
  func mergedWorks() async throws {
    let lines = [
      Dump.work(1, "Persuasion"), Dump.edition(1, of: 1, "Persuasion"),
      Dump.work(9, "Emma"), Dump.edition(9, of: 9, "Emma", year: "1901"),
      Dump.redirect("/works/OL3W", to: "/works/OL2W"), Dump.edition(3, of: 3, "Эмма", year: "1815"),
      Dump.redirect("/works/OL2W", to: "/works/OL9W"), Dump.edition(2, of: 2, "Emma", year: "1850"),
      Dump.redirect("/works/OL5W", to: "/works/OL5W"), Dump.edition(5, of: 5, "Lost"),
    ]
    let catalogue = try await files.imported(lines)
    let found = try await catalogue.book("OL9W").book
    #expect(found.year == 1815 && found.alternativeTitle == "Эмма")
    let popular = try await catalogue.featured().items
    #expect(popular.map(\.title) == ["Emma", "Persuasion"])
  }
}
