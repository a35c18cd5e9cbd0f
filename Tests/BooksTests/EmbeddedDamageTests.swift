import Core
import Services
import Books
import Foundation
import TestKit
import Testing

@Suite("Damaged records")
struct EmbeddedDamageTests {
  private let works = """
    {"key":"/works/good","type":{"key":"/type/work"},"title":"Good","authors":[{"author":{"key":"/authors/a"}},{"key":"/authors/lost"},{}],"covers":[3]}
    {"key":"/works/torn","type":{"key":"/type/work"},"title":"Tor
    nonsense

    {"type":{"key":"/type/work"},"title":"Without a key"}
    {"key":"/works/wrong","type":{"key":"/type/work"},"title":5}
    {"key":"/works/two","type":{"key":"/type/work"},"title":"x"},{"key":"/works/three"}
    { "title" : "Laid out" , "type":{"key":"/type/work"}, "key" : "/works/spaced" }
    {"key":"/works/good","type":{"key":"/type/work"},"title":"A second time"}
    {"key":"/works/bare","type":{"key":"/type/work"}}
    """
  private let authors = #"{"key":"/authors/a","name":"An \"Author\" \\ \u001b"}"# + "\r\n[]\r\n"
  private let editions = """
    {"works":[],"title":"Of nothing"}
    {"works":[{"key":"/works/good"}],"title":"Good","languages":[{"key":"/languages/eng"}],"number_of_pages":200}
    {"works":[{"key":"/works/good"}],"title":"Gut","languages":[{"key":"/languages/ger"}],"number_of_pages":-5}
    {"works":[{"key":"/works/unknown"}],"title":"Unknown"}
    """

  private func client(_ logger: (any AppLogger)? = nil) -> EmbeddedCatalogueClient {
    EmbeddedCatalogueClient(
      works: works, authors: authors, editions: editions,
      featured: "torn\ngood\n\nmissing\nspaced", logger: logger)
  }

  @Test("Lines that are no records are skipped, and the others are found")
  func search() async throws {
    #expect(try await client().keys(["q": "*"]) == ["good", "spaced", "bare"])
    #expect(try await client().keys(["q": "good"]) == ["good"])
    #expect(try await client().keys(["q": "second"]) == [])
  }

  @Test("A logger is told once which lines they are")
  func log() async throws {
    let logger = MemoryLogger()
    let client = client(logger)
    _ = try await client.keys(["q": "good"])
    _ = try await client.keys(["q": "good"])
    #expect(
      logger.lines == [
        "Lines of the catalogue that are no records: works: 2, 3, 4, 5, 6; authors: 2; editions: 1"
      ])
  }

  @Test("Two records in one line are none")
  func twoInOne() async throws {
    let line = #"{"key":"/works/a","type":{"key":"/type/work"}}"#
    let client = EmbeddedCatalogueClient(
      works: "\(line),\(line)", authors: "", editions: "", featured: "")
    #expect(try await client.keys(["q": "*"]) == [])
  }

  @Test("What can be read of a work is shown")
  func document() async throws {
    let answer = try await client().json("/search.json", ["q": "good"]).object
    let doc = try #require((answer["docs"] as? [[String: Any]])?.first)
    #expect(doc["author_name"] as? [String] == ["An \"Author\" \\ \u{1B}"])
    #expect(doc["author_key"] as? [String] == ["a"])
    #expect(doc["number_of_pages_median"] as? Int == 200)
    #expect(doc["alternative_title"] as? [String] == ["Gut"])
    #expect(doc["cover_i"] as? Int == 3)
  }

  @Test(
    "A damaged record is not found, and a whole one is",
    arguments: [
      ("good", 200), ("spaced", 200), ("bare", 200), ("torn", 404), ("wrong", 404), ("two", 404),
    ])
  func record(_ key: String, _ status: Int) async throws {
    #expect(try await client().json("/works/\(key).json").status == status)
  }

  @Test("Featured books that are not there are left out")
  func featured() async throws {
    let answer = try await client().json("/trending/daily.json").object
    let keys = (answer["works"] as? [[String: Any]] ?? []).compactMap { $0["key"] as? String }
    #expect(keys == ["/works/good", "/works/spaced"])
  }

  @Test("Without any records everything is empty")
  func nothing() async throws {
    for text in ["", "\n", "\n\n\r\n"] {
      let client = EmbeddedCatalogueClient(
        works: text, authors: text, editions: text, featured: text)
      #expect(try await client.keys(["q": "*"]) == [])
      #expect(try await client.json("/trending/daily.json").object["works"] is [Any])
      #expect(try await client.json("/works/a.json").status == 404)
      #expect(try await client.json("/subjects/a.json").object["work_count"] as? Int == 0)
    }
  }

  @Test("Records cut off anywhere are found as far as they go", arguments: 0..<40)
  func cutOff(_ step: Int) async throws {
    let cut = String(works.prefix(works.count * step / 40))
    let client = EmbeddedCatalogueClient(
      works: cut, authors: String(authors.dropFirst(step)),
      editions: String(editions.dropLast(step)),
      featured: "good")
    let keys = try await client.keys(["q": "*"])
    let whole = ["good", "spaced", "bare"]
    #expect(keys == Array(whole.prefix(keys.count)))
    #expect(keys.contains("good") == cut.contains("[3]}"), "its line ends so")
    #expect(try await client.json("/trending/daily.json").status == 200)
  }

  @Test("The index is made off the main actor, also when that asks")
  @MainActor func decodesElsewhere() async throws {
    let logger = ProbingLogger()
    _ = try await client(logger).keys(["q": "good"])
    #expect(logger.seen.elements == [false])
  }
}

/// Notes whether it is called on the main actor.
private struct ProbingLogger: AppLogger {
  let lines: [String] = []
  let seen = Recorder<Bool>()

  func log(_ level: LogLevel, _ message: @autoclosure () -> String) {
    seen.record(MainActorProbe.isOnMainActor)
  }
}
