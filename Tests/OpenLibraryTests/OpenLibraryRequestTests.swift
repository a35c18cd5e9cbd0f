import Catalogue
import Foundation
import HTTP
import OpenLibrary
import Services
import TestKit
import Testing

@Suite("Questions to Open Library")
struct OpenLibraryRequestTests {
  private let seen = Recorder<URL>()

  /// A catalogue whose service answers with empty lists.
  private var catalogue: OpenLibraryCatalogue {
    let client = MemoryHTTPClient { [seen] request in
      seen.record(request.url)
      return .json(Data(#"{"docs":[],"works":[]}"#.utf8), from: request.url)
    }
    return OpenLibraryCatalogue(client)
  }

  /// Returns the values of a parameter in all requests, nil for each without it.
  private func values(_ name: String) -> [String?] {
    seen.elements.map { url in
      URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems?
        .first { $0.name == name }?.value
    }
  }

  @Test("Typed text is words, never query syntax")
  func querySyntax() async throws {
    let query = BookQuery(
      words: #"key:x [a] "b" (c)&limit=9 NOT +d e* {f} g-h"#, author: "X AND (Y)", subject: " ",
      fromYear: -400, language: "grc", order: .oldest)
    _ = try await catalogue.search(query, offset: 40, limit: 20)
    let words = "key x a b c limit=9 not d e f g-h first_publish_year:[-400 TO *] language:grc"
    #expect(values("q") == [words] && values("author") == ["X and Y"])
    #expect(values("subject") == [nil] && values("sort") == ["old"])
    #expect(values("offset") == ["40"] && values("limit") == ["20"])
  }

  @Test("The last year, the order and the place in a list reach the service")
  func places() async throws {
    let query = BookQuery(words: "sea", toYear: 1900, order: .title)
    _ = try await catalogue.search(query, offset: 0, limit: 20)
    _ = try await catalogue.books(byAuthor: "OL1A", offset: 20, limit: 10)
    _ = try await catalogue.books(onSubject: "Sea", offset: 40, limit: 10)
    #expect(values("q") == ["sea first_publish_year:[* TO 1900]", "author_key:OL1A", nil])
    #expect(values("sort") == ["title", "old", nil])
    #expect(values("offset") == ["0", "20", "40"] && values("limit") == ["20", "10", "10"])
  }

  @Test("A search without any word or filter finds nothing, and is not sent")
  func blank() async throws {
    for query in [BookQuery(), BookQuery(words: " "), BookQuery(order: .title)] {
      let page = try await catalogue.search(query, offset: 0, limit: 20)
      #expect(page.items.isEmpty && page.total == 0 && page.next == nil)
    }
    #expect(seen.elements.isEmpty)
    let query = BookQuery(words: " ", author: "X")
    _ = try await catalogue.search(query, offset: 0, limit: 20)
    #expect(values("author") == ["X"])
  }

  @Test("An invalid key is never requested", arguments: HostileLookup.keys)
  func hostileKey(_ key: String) async {
    await #expect(throws: CatalogueError.notFound) { try await catalogue.book(key) }
    await #expect(throws: CatalogueError.notFound) { try await catalogue.author(key) }
    await #expect(throws: CatalogueError.notFound) {
      try await catalogue.books(byAuthor: key, offset: 0, limit: 1)
    }
    await #expect(throws: CatalogueError.notFound) {
      try await catalogue.editions(of: key, offset: 0, limit: 1)
    }
    #expect(seen.elements.isEmpty)
  }

  @Test("Lists ask only for the fields that are shown")
  func fields() async throws {
    _ = try await catalogue.featured()
    _ = try await catalogue.search(BookQuery(words: "x"), offset: 0, limit: 1)
    _ = try await catalogue.books(byAuthor: "OL1A", offset: 0, limit: 1)
    let fields =
      "key,title,author_name,author_key,first_publish_year,language,"
      + "number_of_pages_median,cover_i"
    #expect(values("fields") == [fields, fields, fields])
  }

  @Test(
    "Words reach the service unchanged", arguments: ["a+b c", "%2B #1"])
  func plus(words: String) async throws {
    _ = try await catalogue.search(BookQuery(words: words), offset: 0, limit: 1)
    // Servers read a plus as a space, as in forms.
    let query = try #require(seen.elements.first?.query(percentEncoded: true))
    let item = query.split(separator: "&").first { $0.hasPrefix("q=") }?.dropFirst(2)
    #expect(item?.replacing("+", with: " ").removingPercentEncoding == words)
  }
}
