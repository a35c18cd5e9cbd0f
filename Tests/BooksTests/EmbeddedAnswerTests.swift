import Core
import Services
import Books
import Foundation
import Testing

@Suite("The embedded catalogue's answers")
struct EmbeddedAnswerTests {
  private let client = EmbeddedCatalogueClient()

  @Test("A search answer has Open Library's fields, and only those that are known")
  func document() async throws {
    let answer = try await client.json("/search.json", ["q": "key:/works/war-and-peace"]).object
    let docs = try #require(answer["docs"] as? [[String: Any]])
    let doc = try #require(docs.first)
    #expect(docs.count == 1)
    #expect(answer["numFound"] as? Int == 1)
    #expect(answer["start"] as? Int == 0)
    #expect(doc["key"] as? String == "/works/war-and-peace")
    #expect(doc["title"] as? String == "Война и мир")
    #expect(doc["alternative_title"] as? [String] == ["War and Peace"])
    #expect(doc["author_name"] as? [String] == ["Leo Tolstoy"])
    #expect(doc["author_key"] as? [String] == ["leo-tolstoy"])
    #expect(doc["first_publish_year"] as? Int == 1869)
    #expect(doc["language"] as? [String] == ["rus", "eng"])
    #expect(doc["number_of_pages_median"] as? Int == 1225)
    #expect(doc["edition_count"] as? Int == 2)
    #expect((doc["subject"] as? [String])?.contains("War") == true)
    #expect(doc["cover_i"] == nil)
  }

  @Test("Only the fields that are asked for are given")
  func fields() async throws {
    let items = ["q": "key:/works/dune", "fields": "key,first_publish_year,nonsense"]
    let docs = try await client.json("/search.json", items).object["docs"] as? [[String: Any]]
    #expect(docs?.first?.keys.sorted() == ["first_publish_year", "key"])
  }

  @Test("Years before the common era are negative")
  func negativeYears() async throws {
    let items = ["q": "first_publish_year:[* TO -1]", "sort": "old"]
    let docs = try await client.json("/search.json", items).object["docs"] as? [[String: Any]]
    let years = (docs ?? []).compactMap { $0["first_publish_year"] as? Int }
    #expect(years.count > 3)
    #expect(years == years.sorted())
    #expect(years.allSatisfy { $0 < 0 })
  }

  @Test("Works and authors are given as they stand in the records")
  func records() async throws {
    let redirect = try await client.json("/works/1984.json").object
    #expect(redirect["location"] as? String == "/works/nineteen-eighty-four")
    let deleted = try await client.json("/works/a-withdrawn-record.json").object
    #expect((deleted["type"] as? [String: Any])?["key"] as? String == "/type/delete")
    let author = try await client.json("/authors/leo-tolstoy.json").object
    #expect(author["name"] as? String == "Leo Tolstoy")
  }

  @Test("A subject's works carry cover_id and a null year where the service has none")
  func subject() async throws {
    let items = ["limit": "1000"]
    let answer = try await client.json("/subjects/classics.json", items).object
    let works = try #require(answer["works"] as? [[String: Any]])
    #expect(answer["work_count"] as? Int == works.count)
    #expect(answer["name"] as? String == "Classics")
    #expect(works.contains { $0["cover_id"] as? Int == -1 })
    #expect(works.contains { $0["first_publish_year"] is NSNull })
    #expect(works.contains { $0["first_publish_year"] as? Int == 1869 })
  }

  @Test("Featured books come in the order of their list, up to the limit")
  func trending() async throws {
    let answer = try await client.json("/trending/daily.json", ["limit": "3"]).object
    let keys = (answer["works"] as? [[String: Any]] ?? []).compactMap { $0["key"] as? String }
    #expect(keys == ["/works/the-hobbit", "/works/war-and-peace", "/works/dune"])
  }

  @Test(
    "What the service does not have is 404 as JSON",
    arguments: [
      "", "/", "/search", "/works/dune", "/works/no-such-work.json", "/works/.json",
      "/works/dune.json/", "/works/../search.json", "//search.json", "/authors/dune.json",
      "/trending/yearly.json", "/works/dune/editions.json", "/books/dune-eng.json",
    ])
  func unknown(_ path: String) async throws {
    let answer = try await client.json(path)
    #expect(answer.status == 404)
    #expect(answer.object["error"] as? String == "notfound")
  }

  @Test("Nothing can be changed", arguments: [HTTPRequest.Method.post, .put, .delete])
  func methods(_ method: HTTPRequest.Method) async throws {
    let url = openLibrary.appending(path: "works/dune.json")
    #expect(try await client.send(HTTPRequest(method, url)).status == 405)
  }

  @Test("Any query is answered with JSON that repeats it", arguments: Hostile.texts)
  func anyQuery(_ text: String) async throws {
    for name in ["title", "author", "subject", "sort", "fields", "limit", "offset", "page"] {
      let answer = try await client.json("/search.json", ["q": "dune", name: text])
      #expect(answer.status == 200, "\(name)")
      #expect(answer.object["docs"] is [Any], "\(name)")
    }
    // A plus in a query is a space, and 300 characters are enough for anybody.
    let read = text.replacing("+", with: " ").unicodeScalars.prefix(300)
    let short = String(String.UnicodeScalarView(read))
    #expect(try await client.json("/search.json", ["q": text]).object["q"] as? String == short)
  }

  @Test("Numbers outside their bounds are brought inside")
  func numbers() async throws {
    for value in ["-1", "0", "9223372036854775807", "-9223372036854775808", "1e9", "NaN", ""] {
      for name in ["limit", "offset", "page"] {
        for path in ["/search.json", "/subjects/classics.json", "/trending/daily.json"] {
          let answer = try await client.json(path, ["q": "the", name: value])
          #expect(answer.status == 200, "\(path) \(name)=\(value)")
        }
      }
    }
  }
}
