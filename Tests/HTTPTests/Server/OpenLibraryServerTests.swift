// Needs: Books

import Foundation
import HTTP
import TestKit
import Testing

@Suite("A server with Open Library's answers", .timeLimit(.minutes(60)))
struct OpenLibraryServerTests {
  private struct Answer {
    var status = 0
    var fields = ""
    var json: [String: Any] = [:]
    var body = Data()

    var docs: [[String: Any]] { json["docs"] as? [[String: Any]] ?? [] }
    var works: [[String: Any]] { json["works"] as? [[String: Any]] ?? [] }
    var keys: [String] { (docs + works).compactMap { $0["key"] as? String } }
    var titles: [String] { (docs + works).compactMap { $0["title"] as? String } }
    func number(_ key: String) -> Int? { json[key] as? Int }
  }

  private func get(
    _ target: String, _ variations: Set<OpenLibraryServer.Variation> = [], fields: String = "",
    of records: OpenLibraryRecords = .standard
  ) async throws -> Answer {
    let library = try OpenLibraryServer(records, varying: variations)
    return try await withServer(library.reply) { server in
      let received = try await server.receive(target, "Connection: close\r\n\(fields)")
      var answer = Answer()
      answer.status = Int(received.text.dropFirst(9).prefix(3)) ?? 0
      answer.fields = String(received.text.prefix { $0 != "{" && $0 != "<" })
      answer.body = received.body
      let json = try? JSONSerialization.jsonObject(with: received.body)
      answer.json = json as? [String: Any] ?? [:]
      return answer
    }
  }

  @Test("The Open Library server answers with a test's own records")
  func ownRecords() async throws {
    let records = OpenLibraryRecords(
      authors: [.init(key: "OL1A", name: "Ann Author")],
      works: [
        .init(key: "OL1W", title: "One", authors: ["OL1A"], subjects: [], languages: ["eng"])
      ])
    #expect(try await get("/search.json?q=author", of: records).titles == ["One"])
    let author = try await get("/authors/OL1A.json", of: records)
    #expect(author.json["name"] as? String == "Ann Author")
  }

  @Test(
    "The Open Library server finds books by words, author, subject, key, year and language",
    arguments: [
      ("q=hobbit", ["OL1W"]), ("q=tolkien+RINGS", ["OL2W"]), ("q=war+and+peace", ["OL3W"]),
      ("q=%D0%BC%D0%B8%D1%80", ["OL3W"]), ("author=lem", ["OL9W"]),
      ("q=jane&subject=love", ["OL6W", "OL7W"]), ("q=key:/works/OL12W", ["OL12W"]),
      ("q=author_key:OL4A&sort=old", ["OL7W", "OL6W"]), ("q=language:per", ["OL11W"]),
      ("q=fiction+first_publish_year:[1957+TO+1961]", ["OL8W", "OL9W"]),
      ("q=first_publish_year:%5B*%20TO%201700%5D&sort=new", ["OL13W", "OL11W"]),
      ("q=hobbit+nowhere", []), ("q=unknown:field", []),
      ("q=collected&limit=2", ["OL101W", "OL102W"]),
      ("q=collected&limit=2&offset=59", ["OL160W"]), ("q=collected&limit=2&offset=99", []),
    ])
  func search(_ query: String, _ keys: [String]) async throws {
    let found = try await get("/search.json?\(query)")
    let isPage = query.hasPrefix("q=collected")
    #expect(found.keys == keys.map { "/works/\($0)" })
    #expect(found.number("numFound") == (isPage ? 60 : keys.count))
    #expect(found.number("num_found") == found.number("numFound"))
  }

  @Test("A book of a list has only the fields that were asked for")
  func fields() async throws {
    let few = try await get("/search.json?q=genji&fields=key,title,first_publish_year,cover_i")
    #expect(few.docs.first?.keys.sorted() == ["cover_i", "key", "title"])
    let all = try await get("/search.json?q=hobbit&offset=0")
    let doc = try #require(all.docs.first)
    #expect(doc["author_name"] as? [String] == ["J. R. R. Tolkien"])
    #expect(doc["first_publish_year"] as? Int == 1937 && doc["cover_i"] as? Int == 1001)
    #expect(doc["ebook_access"] != nil && all.number("offset") == 0 && all.number("start") == 0)
    #expect(few.json["offset"] is NSNull)
  }

  @Test("A work has its values; a moved one leads to another, and a deleted one says so")
  func works() async throws {
    func type(_ answer: Answer) -> String? { (answer.json["type"] as? [String: String])?["key"] }
    let work = try await get("/works/OL3W.json")
    #expect(work.json["title"] as? String == "Война и мир" && type(work) == "/type/work")
    #expect(work.json["description"] is String && work.json["covers"] as? [Int] == [1003])
    let authors = try #require(work.json["authors"] as? [[String: [String: String]]])
    #expect(authors.first?["author"] == ["key": "/authors/OL2A"])
    let moved = try await get("/works/OL900W.json")
    #expect(type(moved) == "/type/redirect" && moved.json["location"] as? String == "/works/OL901W")
    #expect(try await type(get("/works/OL910W.json")) == "/type/delete")
    #expect(try await get("/works/OL999W.json").status == 404)
    #expect(try await get("/works/OL1W").status == 404)
  }

  @Test("An author, a subject, trending books and editions have their own shapes")
  func others() async throws {
    let author = try await get("/authors/OL1A.json")
    #expect(author.json["name"] as? String == "J. R. R. Tolkien" && author.json["bio"] is String)
    #expect(author.json["birth_date"] as? String == "3 January 1892")
    let subject = try await get("/subjects/science_fiction.json?limit=1&offset=1")
    #expect(subject.keys == ["/works/OL12W"] && subject.number("work_count") == 2)
    #expect(subject.works.first?["cover_id"] as? Int == 1012)
    let trending = try await get("/trending/daily.json?limit=3")
    #expect(trending.keys == ["/works/OL1W", "/works/OL2W", "/works/OL3W"])
    #expect(try await get("/trending/hourly.json").status == 404)
    let editions = try await get("/works/OL3W/editions.json?limit=1")
    let entries = try #require(editions.json["entries"] as? [[String: Any]])
    #expect(entries.count == 1 && editions.number("size") == 2)
    let links = try #require(editions.json["links"] as? [String: String])
    let next = try await get(try #require(links["next"]))
    let other = try #require((next.json["entries"] as? [[String: Any]])?.first)
    #expect(other["title"] as? String == "War and Peace")
    #expect((next.json["links"] as? [String: String])?["next"] == nil)
  }

  @Test("A missing cover is a small GIF, or 404 if the request says so")
  func covers() async throws {
    let cover = try await get("/b/id/1001-M.jpg?default=false")
    #expect(cover.status == 200 && cover.body.starts(with: [0xFF, 0xD8, 0xFF]))
    for path in ["/b/id/7-L.jpg", "/b/id/1001-X.jpg", "/b/isbn/1001-S.jpg"] {
      let missing = try await get(path)
      #expect(missing.status == 200 && missing.body.count == 43)
      #expect(missing.body.starts(with: Array("GIF89a".utf8)) && missing.body.last == 0x3B)
      #expect(try await get("\(path)?default=false").status == 404)
    }
  }

  @Test("Lists vary: fields and titles are missing, counts change, keys are repeated")
  func lists() async throws {
    let search = "/search.json?q=collected&limit=10&offset="
    let sparse = try await get("\(search)0", [.missingFields])
    #expect(sparse.keys.count == 10 && sparse.titles.count == 7)
    #expect(sparse.docs.allSatisfy { $0.count <= 2 })
    let counts = try await [
      get("\(search)0", [.changingCount]), get("\(search)10", [.changingCount]),
    ].map { $0.number("numFound") }
    #expect(counts == [57, 60])
    let first = try await get("\(search)0", [.repeatedKeys])
    let second = try await get("\(search)10", [.repeatedKeys])
    #expect(first.keys.last == second.keys.first && second.keys.count == 10)
    let null = try await get("/search.json?q=emma", [.nullYears])
    #expect(null.docs.first?["first_publish_year"] is NSNull)
    let subject = try await get("/subjects/fantasy.json", [.nullYears])
    #expect(subject.works.first?["cover_id"] is NSNull)
    let covers = try await get("/search.json?q=shahnameh", [.missingCovers])
    #expect(covers.docs.first?["cover_i"] as? Int == -1)
  }

  @Test("Records vary: texts as objects, old authors, covers that are none, hostile strings")
  func records() async throws {
    let varied: Set<OpenLibraryServer.Variation> = [.textObjects, .oldAuthors, .missingCovers]
    let work = try await get("/works/OL1W.json", varied).json
    let text = try #require(work["description"] as? [String: String])
    #expect(text["type"] == "/type/text" && text["value"]?.hasPrefix("A hobbit") == true)
    #expect(work["authors"] as? [[String: String]] == [["key": "/authors/OL1A"]])
    #expect(work["covers"] as? [Int] == [1001, -1])
    let author = try await get("/authors/OL1A.json", varied).json
    #expect(author["bio"] is [String: String])
    let hostile = try await get("/search.json?q=hobbit", [.controlSequences])
    #expect(hostile.keys == ["/works/OL1W"])
    #expect(hostile.titles == ["\u{1B}[2J\u{7}The Hobbit\u{9B}31m\u{0}"])
    #expect(!hostile.body.contains(0x1B))
  }

  @Test("A busy or broken service says so, or breaks; it can recover in between")
  func refusals() async throws {
    #expect(try await get("/works/OL1W.json", [.unavailable]).status == 503)
    #expect(try await get("/works/OL1W.json", [.tooManyRequests]).fields.contains("Retry-After: 1"))
    let portal = try await get("/works/OL1W.json", [.captivePortal])
    #expect(portal.status == 200 && portal.fields.contains("text/html"))
    let library = try OpenLibraryServer(varying: [.tooManyRequests])
    try await withServer(library.reply) { server in
      #expect(try await server.receive("/works/OL1W.json").text.hasPrefix("HTTP/1.1 429 "))
      #expect(try await server.receive("/works/OL1W.json").text.hasPrefix("HTTP/1.1 200 "))
      library.variations = [.interrupted]
      #expect(try await server.receive("/works/OL1W.json").end == .reset)
      library.variations = [.slow]
      let client = try RawClient(to: server.port)
      client.get("/works/OL1W.json")
      try await server.request(4)
      #expect(await client.read(within: .milliseconds(20)).data.isEmpty)
      library.gate.pass()
      #expect(await client.read(through: "}").text.hasPrefix("HTTP/1.1 200 "))
    }
  }

  @Test("With validators an answer may be stored, and is not sent again if it has not changed")
  func validators() async throws {
    let path = "/works/OL1W.json"
    let fresh = try await get(path, [.validators])
    #expect(fresh.fields.contains("Cache-Control: max-age=3600\r\n"))
    let tag = try #require(fresh.fields.firstMatch(of: /ETag: (".+")\r\n/)?.output.1)
    let same = try await get(path, [.validators], fields: "If-None-Match: \"x\", \(tag)\r\n")
    #expect(same.status == 304 && same.body.isEmpty && same.fields.contains(tag))
    #expect(try await get(path, [.validators], fields: "If-None-Match: \"x\"\r\n").status == 200)
    #expect(!(try await get(path)).fields.contains("ETag"))
  }
}
