import HTTP
import Catalogue
import Services
import Foundation
import OpenLibrary
import TestKit
import Testing

@Suite("Open Library's works and authors")
struct OpenLibraryRecordTests {
  private func book(
    _ key: String, _ answers: [String: String]
  ) async throws(CatalogueError) -> CatalogueBookDetail {
    let answers = answers.merging(["/search.json": #"{"docs":[]}"#]) { given, _ in given }
    return try await OpenLibraryCatalogue(
      source: "openlibrary", base: openLibrary, client: MemoryHTTPClient(answers)
    ).book(key)
  }

  private func author(_ json: String) async throws(CatalogueError) -> CatalogueAuthor {
    try await OpenLibraryCatalogue(
      source: "openlibrary", base: openLibrary,
      client: MemoryHTTPClient(["/authors/a.json": json])
    ).author("a")
  }

  private func redirect(to key: String) -> String {
    #"{"key":"/works/x","type":{"key":"/type/redirect"},"location":"/works/\#(key)"}"#
  }

  @Test(
    "A description is a string, an object or missing",
    arguments: [
      (#""description":"Text""#, "Text"),
      (#""description":{"type":"/type/text","value":"Text"}"#, "Text"),
      (#""description":"""#, ""), (#""title":"A""#, nil),
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
      source: "openlibrary", base: openLibrary,
      client: MemoryHTTPClient { request in
        asked.record(request.url.path)
        let key = request.url.deletingPathExtension().lastPathComponent
        let json = targets[key].map { redirect(to: $0) } ?? #"{"title":"C","docs":[]}"#
        return .json(Data(json.utf8), from: request.url)
      })
    await #expect(throws: CatalogueError.notFound) { try await catalogue.book("a") }
    #expect(asked.elements == expected.map { "/works/\($0).json" })
  }

  @Test("A redirect takes at most 4 requests, also where HTTP redirects each of them once")
  func redirectOverRedirects() async throws {
    let answers = [
      "/moved/works/a.json": redirect(to: "b"), "/moved/works/b.json": #"{"title":"B"}"#,
    ]
    let asked = Recorder<String>()
    let gateway = OpenLibraryGateway(
      MemoryHTTPClient { request in
        let path = request.url.path
        asked.record(path)
        if let json = answers[path] { return .json(Data(json.utf8), from: request.url) }
        let fields: HTTPFields = [.location: "/moved\(path)"]
        return HTTPAnswer(HTTPResponse(status: .found, headerFields: fields), from: request.url)
      })
    let detail = try await OpenLibraryCatalogue(
      source: "openlibrary", base: openLibrary, client: gateway
    ).book("a")
    #expect(detail.book.title == "B")
    #expect(
      asked.elements == [
        "/works/a.json", "/moved/works/a.json", "/works/b.json", "/moved/works/b.json",
      ])
  }

  @Test("A circle of redirects, a deleted record and a record without a title are not found")
  func lost() async {
    let lost = [
      ["/works/a.json": redirect(to: "b"), "/works/b.json": redirect(to: "a")],
      ["/works/a.json": redirect(to: "a")],
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

  @Test("An invalid key is never requested", arguments: Hostile.keys)
  func hostileKey(_ key: String) async {
    let asked = Recorder<URL>()
    let catalogue = OpenLibraryCatalogue(
      source: "openlibrary", base: openLibrary,
      client: MemoryHTTPClient { request in
        asked.record(request.url)
        return .json(Data("{}".utf8), from: request.url)
      })
    await #expect(throws: CatalogueError.notFound) { try await catalogue.book(key) }
    await #expect(throws: CatalogueError.notFound) { try await catalogue.author(key) }
    #expect(asked.elements.isEmpty)
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
    let bare = try await author(#"{"name":"A","bio":"B"}"#)
    #expect(bare.biography == "B")
    #expect(bare.otherNames == [])
    #expect(bare.born == nil)
  }

  @Test(
    "A deleted author, or one without a name, is not found",
    arguments: [#"{"type":{"key":"/type/delete"},"name":"A"}"#, "{}"])
  func lostAuthor(_ json: String) async {
    await #expect(throws: CatalogueError.notFound) { try await author(json) }
  }
}
