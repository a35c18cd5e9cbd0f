import Core
import Services
import Foundation
import Testing

@testable import Books

@Suite("Lists of books read without a decoder")
struct PlainRecordTests {
  private func plain<Record: PlainRecord>(_ type: Record.Type, _ data: Data) -> Record? {
    PlainJSON.read(data) { (json) throws(PlainJSON.NotPlain) in try Record(&json) }
  }

  private func answer(_ path: String) async throws -> Data {
    let url = try #require(URL(string: "https://openlibrary.org\(path)"))
    let response = try await EmbeddedCatalogueClient().send(HTTPRequest(.get, url))
    return try await response.body.collect(upTo: 4 << 20)
  }

  @Test(
    "The catalogue's answers are plain, and are read as a decoder reads them",
    arguments: [
      "/search.json?q=dune", "/search.json?q=tolstoy&sort=old", "/search.json?q=nothing-like-it",
      "/search.json?q=war&offset=20&limit=20", "/search.json?q=author_key:homer&limit=5",
    ])
  func search(_ path: String) async throws {
    let data = try await answer(path)
    let record = try #require(plain(SearchRecord.self, data))
    #expect(record == (try JSONDecoder().decode(SearchRecord.self, from: data)))
  }

  @Test("What readers look at today is plain")
  func trending() async throws {
    let data = try await answer("/trending/daily.json?limit=100")
    let record = try #require(plain(TrendingRecord.self, data))
    #expect(record.works.count > 5)
    #expect(record == (try JSONDecoder().decode(TrendingRecord.self, from: data)))
  }

  @Test("The books of a subject are plain")
  func subject() async throws {
    let data = try await answer("/subjects/classics.json?limit=20")
    let record = try #require(plain(SubjectRecord.self, data))
    #expect(record.works.count == 20)
    #expect(record == (try JSONDecoder().decode(SubjectRecord.self, from: data)))
  }

  @Test("A work is plain, or left to the decoder", arguments: ["dune", "war-and-peace", "1984"])
  func work(_ key: String) async throws {
    let data = try await answer("/works/\(key).json")
    let record = try JSONDecoder().decode(WorkRecord.self, from: data)
    #expect(try WorkRecord.read(data) == record)
    #expect(try #require(plain(WorkRecord.self, data)) == record)
  }

  @Test(
    "An author is plain, or left to the decoder",
    arguments: [("leo-tolstoy", true), ("a-b-yehoshua", true), ("homer", false)])
  func author(_ key: String, _ isPlain: Bool) async throws {
    let data = try await answer("/authors/\(key).json")
    let record = try JSONDecoder().decode(AuthorRecord.self, from: data)
    #expect(record.name != nil)
    #expect(try AuthorRecord.read(data) == record)
    #expect(plain(AuthorRecord.self, data) == (isPlain ? record : nil))
  }

  @Test(
    "A work's description is a string, or left to the decoder",
    arguments: [
      (#"{"description":"A","type":{"key":"b","x":1}}"#, true), ("{}", true),
      (#"{"description":{"value":"A"}}"#, false), (#"{"description":null}"#, false),
      (#"{"type":{}}"#, false), (#"{"type":null}"#, false),
    ])
  func description(_ text: String, _ isPlain: Bool) {
    let record = plain(WorkRecord.self, Data(text.utf8))
    #expect((record != nil) == isPlain)
    if let record {
      #expect(record == (try? JSONDecoder().decode(WorkRecord.self, from: Data(text.utf8))))
    }
  }

  @Test("Whatever is damaged or changed is read as a decoder reads it, or left to the decoder")
  func damage() async throws {
    let whole = try await answer("/search.json?q=dune&limit=2")
    let random = SeededRandomness(seed: 7)
    let bytes = Array(#""\{}[]:,-01.9eEtnu "#.utf8) + [0, 9, 0x80, 0xC3, 0xFF]
    var readings = 0
    for _ in 0..<4000 {
      var data = whole
      for _ in 0...random.next(below: 2) {
        let place = random.next(below: data.count)
        switch random.next(below: 3) {
        case 0: data[place] = bytes[random.next(below: bytes.count)]
        case 1: data.insert(bytes[random.next(below: bytes.count)], at: place)
        default: data.remove(at: place)
        }
      }
      guard let record = plain(SearchRecord.self, data) else { continue }
      readings += 1
      #expect(record == (try JSONDecoder().decode(SearchRecord.self, from: data)))
    }
    #expect(readings > 100)
  }

  @Test(
    "Null, white space and what nobody asked for are plain",
    arguments: [
      #"{"docs":[]}"#, " {\n\t\"docs\" : [ ] , \"numFound\":null}\r\n",
      #"{"docs":[{"key":null,"cover_i":-1,"first_publish_year":-700,"number_of_pages_median":0}]}"#,
      #"{"a":{"b":[1,true,false,null,"x",{}]},"docs":[{"c":[[]],"language":[]}]}"#,
    ])
  func plainTexts(_ text: String) throws {
    let record = try #require(plain(SearchRecord.self, Data(text.utf8)))
    #expect(record == (try JSONDecoder().decode(SearchRecord.self, from: Data(text.utf8))))
  }

  @Test(
    "What needs a thought is left to the decoder",
    arguments: [
      "", "{", "[]", "null", #"{"docs":null}"#, #"{"docs":[],}"#, #"{"docs":[]} x"#,
      #"{"numFound":1}"#,
      #"{"docs":[],"docs":[]}"#, #"{"docs":[{"title":"a","title":null}]}"#,
      #"{"docs":[{"title":"\u0041"}]}"#, #"{"docs":[{"title":1}]}"#,
      #"{"docs":[{"language":[null]}]}"#,
      #"{"docs":[{"cover_i":1.0}]}"#, #"{"docs":[{"cover_i":1e2}]}"#, #"{"docs":[{"cover_i":-0}]}"#,
      #"{"docs":[{"cover_i":01}]}"#, #"{"docs":[{"cover_i":- 1}]}"#,
      #"{"docs":[{"cover_i":9223372036854775808}]}"#, #"{"numFound":"1","docs":[]}"#,
      "{\"docs\":[{\"title\":\"\n\"}]}",
      #"{"x":"# + String(repeating: "[", count: 100_000),
      #"{"docs":[],"x":"# + String(repeating: "[", count: 40) + String(repeating: "]", count: 40)
        + "}",
    ])
  func left(_ text: String) {
    #expect(plain(SearchRecord.self, Data(text.utf8)) == nil)
  }
}
