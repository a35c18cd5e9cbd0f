import HTTP
import Catalogue
import Services
import Foundation
import OpenLibrary
import Testing

@Suite("Open Library's works and authors")
struct OpenLibraryRecordTests {
  private func book(
    _ key: String, _ answers: [String: String]
  ) async throws(CatalogueError) -> CatalogueBookDetail {
    let answers = answers.merging(["/search.json": #"{"docs":[]}"#]) { given, _ in given }
    return try await OpenLibraryCatalogue(answers).book(key)
  }

  private func author(_ json: String) async throws(CatalogueError) -> CatalogueAuthor {
    try await OpenLibraryCatalogue(["/authors/a.json": json]).author("a")
  }

  private func redirect(to key: String) -> String {
    #"{"key":"/works/x","type":{"key":"/type/redirect"},"location":"/works/\#(key)"}"#
  }

  @Test(
    "A description is a string or an object, and one without a visible character is missing",
    arguments: [
      (#""description":"Text""#, "Text"),
      (#""description":{"type":"/type/text","value":"Text"}"#, "Text"),
      (#""description":"""#, nil), (#""title":"A""#, nil),
      (#""description":{"value":" \n"}"#, nil),
    ])
  func description(_ field: String, _ summary: String?) async throws {
    let detail = try await book("a", ["/works/a.json": #"{"title":"A",\#(field)}"#])
    #expect(detail.summary == summary)
    #expect(detail.subjects == [])
  }

  @Test("A book that the search does not list can still be shown")
  func notInTheIndex() async throws {
    let detail = try await book("a", ["/works/a.json": #"{"title":"A","subjects":["S"]}"#])
    #expect(detail.book.title == "A")
    #expect(detail.book.reference == CatalogueReference(source: "openlibrary", key: "a"))
    #expect(detail.subjects == ["S"])
  }

  @Test(
    "A book that the search does not list has its record's year, and the name of its first author",
    arguments: [
      #"{"author":{"key":"/authors/OL1A"},"type":{"key":"/type/author_role"}}"#,
      #"{"key":"/authors/OL1A"}"#, #"{"author":"/authors/OL1A"}"#,
      #"null,{"type":{}},{"author":null},{"author":{"key":"/authors/a b"}},{"key":"/authors/OL1A"}"#,
    ])
  func ownValues(_ authors: String) async throws {
    let detail = try await book(
      "a",
      [
        "/works/a.json": #"{"title":"A","first_publish_date":"May 1968","authors":[\#(authors)]}"#,
        "/authors/OL1A.json": #"{"name":"N"}"#,
      ])
    #expect(detail.book.authors == [AuthorName(key: "OL1A", name: "N")])
    #expect(detail.book.year == 1968 && detail.origin == .catalogue)
  }

  @Test("An author without a record is left out")
  func noAuthor() async throws {
    let work = #"{"title":"A","authors":[{"key":"/authors/OL1A"}]}"#
    let lost = try await book("a", ["/works/a.json": work])
    #expect(lost.book.authors == [] && lost.origin == .catalogue)
  }

  @Test(
    "The author of a merged book is asked for by the fourth request, and not by a fifth",
    arguments: [false, true])
  func budget(isSearchRedirected: Bool) async throws {
    let asked = Recorder<String>()
    let client = MemoryHTTPClient { [merged = redirect(to: "b")] request in
      let path = request.url.path
      asked.record(path)
      let json =
        switch path {
        case "/works/a.json": merged
        case "/works/b.json": #"{"title":"A","authors":[{"key":"/authors/OL1A"}]}"#
        case "/authors/OL1A.json": #"{"name":"N"}"#
        default: #"{"docs":[]}"#
        }
      let isRedirected = isSearchRedirected && path == "/search.json"
      return .json(
        Data(json.utf8), from: isRedirected ? openLibrary.appending(path: "new") : request.url)
    }
    let catalogue = OpenLibraryCatalogue(client)
    let authors = try await catalogue.book("a").book.authors
    #expect(authors.map(\.name) == (isSearchRedirected ? [] : ["N"]))
    #expect(asked.elements.count == (isSearchRedirected ? 3 : 4))
  }

  @Test(
    "The year of a date in any words is read as in a dump",
    arguments: [("21 September 1937", 1937), ("19--", nil)] as [(String, Int?)])
  func year(_ date: String, _ year: Int?) async throws {
    let detail = try await book(
      "a", ["/works/a.json": #"{"title":"A","first_publish_date":"\#(date)"}"#])
    #expect(detail.book.year == year)
  }

  @Test("A search that finds another book adds nothing to the record")
  func otherHit() async throws {
    let hits = #"{"docs":[{"key":"/works/b","title":"B","author_name":["X"]}]}"#
    let detail = try await book(
      "a", ["/works/a.json": #"{"title":"A"}"#, "/search.json": hits])
    #expect(detail.book.title == "A" && detail.book.reference.key == "a")
    #expect(detail.book.authors == [])
  }

  @Test("A redirect leads to the book with its own key")
  func redirects() async throws {
    let detail = try await book(
      "a", ["/works/a.json": redirect(to: "b"), "/works/b.json": #"{"title":"B"}"#])
    #expect(detail.book.reference.key == "b")
  }

  @Test(
    "A second redirect is not followed, whether in a circle or in a chain",
    arguments: [
      (["a": "a"], ["a"]), (["a": "b", "b": "a"], ["a", "b"]), (["a": "b", "b": "b"], ["a", "b"]),
      (["a": "b", "b": "c"], ["a", "b"]),
    ])
  func secondRedirect(_ targets: [String: String], _ expected: [String]) async {
    let asked = Recorder<String>()
    let catalogue = OpenLibraryCatalogue(
      MemoryHTTPClient { request in
        asked.record(request.url.path)
        let key = request.url.deletingPathExtension().lastPathComponent
        let json = targets[key].map { redirect(to: $0) } ?? #"{"title":"C","docs":[]}"#
        return .json(Data(json.utf8), from: request.url)
      })
    await #expect(throws: CatalogueError.notFound) { try await catalogue.book("a") }
    #expect(asked.elements == expected.map { "/works/\($0).json" })
  }

  @Test("A redirect to nothing, a deleted record and a record without a title are not found")
  func lost() async {
    let lost = [
      ["/works/a.json": redirect(to: "gone")],
      ["/works/a.json": #"{"type":{"key":"/type/redirect"}}"#],
      ["/works/a.json": #"{"type":{"key":"/type/delete"}}"#],
      ["/works/a.json": #"{"type":{"key":"/type/delete"},"title":"A"}"#],
      ["/works/a.json": "{}"],
    ]
    for answers in lost {
      await #expect(throws: CatalogueError.notFound, "\(answers)") { try await book("a", answers) }
    }
  }

  @Test("A redirect must lead to a work", arguments: ["", "..", "a?b", "a%2Fb", "a b"])
  func hostileRedirect(_ key: String) async {
    await #expect(throws: CatalogueError.notFound) {
      try await book("a", ["/works/a.json": redirect(to: key)])
    }
  }

  @Test("An author has all names, dates and either form of biography")
  func author() async throws {
    let full = try await author(
      """
      {"key":"/authors/a","name":"Leo Tolstoy","alternate_names":["Лев Толстой"],
       "birth_date":"9 September 1828","death_date":"1910","bio":{"value":"Wrote."}}
      """)
    #expect(full.otherNames == ["Лев Толстой"])
    #expect(full.born == "9 September 1828")
    #expect(full.died == "1910")
    #expect(full.biography == "Wrote.")
    #expect(try await author(#"{"name":"A","bio":{"value":"\n "}}"#).biography == nil)
    let bare = try await author(#"{"name":"A","bio":"B"}"#)
    #expect(bare.biography == "B")
    #expect(bare.otherNames == [])
    #expect(bare.born == nil)
  }

  @Test("An author who was merged with another one is that one, with that one's key")
  func mergedAuthor() async throws {
    let author = try await OpenLibraryCatalogue([
      "/authors/a.json": #"{"type":{"key":"/type/redirect"},"location":"/authors/b"}"#,
      "/authors/b.json": #"{"name":"B"}"#,
    ]).author("a")
    #expect(author.key == "b" && author.name == "B")
  }

  @Test(
    "Authors that lead to each other, to themselves, to nothing or to an invalid key are not found",
    arguments: [
      ["a": "b", "b": "c"], ["a": "a"], ["a": "b", "b": "a"], ["a": ".."], ["a": "gone"],
    ])
  func lostAuthors(_ targets: [String: String]) async {
    let asked = Recorder<String>()
    let catalogue = OpenLibraryCatalogue(
      MemoryHTTPClient { request in
        asked.record(request.url.path)
        let key = request.url.deletingPathExtension().lastPathComponent
        guard let target = targets[key] else {
          return .json(Data("{}".utf8), status: .notFound, from: request.url)
        }
        let json = #"{"type":{"key":"/type/redirect"},"name":"A","location":"/authors/\#(target)"}"#
        return .json(Data(json.utf8), from: request.url)
      })
    await #expect(throws: CatalogueError.notFound) { try await catalogue.author("a") }
    #expect(asked.elements.count <= 2)
  }

  @Test(
    "A deleted author, or one without a name, is not found",
    arguments: [#"{"type":{"key":"/type/delete"},"name":"A"}"#, "{}"])
  func lostAuthor(_ json: String) async {
    await #expect(throws: CatalogueError.notFound) { try await author(json) }
  }
}
