import Foundation
import HTTP
import Networking
import TestKit
import Testing

@Suite("Cassettes")
struct HTTPCassetteTests {
  private func cassette(_ text: String) throws -> HTTPCassette {
    try HTTPCassette(Data(text.utf8))
  }

  private func text(_ entries: HTTPCassette.Entry...) -> String {
    String(decoding: HTTPCassette(entries).text, as: UTF8.self)
  }

  private func entry(_ body: Data, _ fields: HTTPFields = [:]) -> HTTPCassette.Entry {
    HTTPCassette.Entry(.to("1"), HTTPResponse(status: 200, headerFields: fields), body: body)
  }

  @Test("A cassette is a text that a person can read, without credentials")
  func golden() throws {
    let request = HTTPRequest(
      url: testURL("https://user:pass@a.example/books?q=dune&api_key=secret&page=2#part"),
      headerFields: [.accept: "application/json", .authorization: "Bearer secret"])
    let response = HTTPResponse(
      status: .ok, headerFields: [.contentType: "application/json", .setCookie: "id=secret"])
    let json = HTTPCassette.Entry(
      request, response, body: Data("{\n\n\t\"title\": \"Dune ☂\"\n}\n".utf8),
      from: testURL("https://a.example/dune?token=secret"))
    let cover = HTTPCassette.Entry(
      .to("cover"), HTTPResponse(status: 404), body: Data((0..<60).map { UInt8($0) }))
    #expect(
      text(json, cover) == """
        HTTP cassette 1

        GET https://a.example/books?q=dune&api_key=***&page=2
        > Accept: application/json
        > Authorization: ***
        200 OK
        < Content-Type: application/json
        < Set-Cookie: ***
        @ https://a.example/dune?token=***
        | {
        |
        | \t"title": "Dune ☂"
        | }
        |

        GET https://a.example/cover
        404
        = AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4vMDEyMzQ1Njc4
        = OTo7

        """)
  }

  @Test(
    "Every body survives writing and reading",
    arguments: [
      "", "\n", "\n\n", "a", "a\n", " a", "| a", "= a", "a\r\nb", "a\r", "\u{FEFF}a", "\u{85}",
      "\t",
      "\u{2028}",
    ] + Hostile.texts)
  func bodies(_ body: String) throws {
    let cassette = HTTPCassette([entry(Data(body.utf8)), entry(Data("next".utf8))])
    #expect(try HTTPCassette(cassette.text) == cassette)
  }

  @Test("Bytes that are not text survive")
  func bytes() throws {
    let randomness = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) }
    for body in [Data([0xFF]), Data([0xC3]), Data([0xED, 0xA0, 0x80]), Data(randomness)] {
      let cassette = HTTPCassette([entry(body)])
      #expect(try HTTPCassette(cassette.text) == cassette)
    }
  }

  @Test("Fields and phrases from a server add no line", arguments: Hostile.texts)
  func fields(_ value: String) throws {
    let response = HTTPResponse(
      status: .init(code: 200, reasonPhrase: "OK \(value)"), headerFields: [.server: "x \(value)"])
    let cassette = HTTPCassette([
      HTTPCassette.Entry(.to("1", [.accept: "x \(value)"]), response, body: Data("b".utf8))
    ])
    let copy = try HTTPCassette(cassette.text)
    #expect(copy.entries.count == 1 && copy.entries.first?.response.headerFields.count == 1)
    #expect(copy.entries.first?.body == Data("b".utf8))
    #expect(!copy.text.contains(0x1B))
  }

  @Test(
    "A text may be edited: comments, empty lines, CR and LF, and no line feed at its end")
  func edited() throws {
    let lines = [
      "HTTP cassette 1", "# A comment", "", "", "GET https://a.example/1", ">accept:a", "> Age:",
      "204 No Content", "< Server:  b  ", "@https://a.example/2", "|one", "|  two", "", "# Another",
      "GET https://a.example/3", "200", "= AA", "=AA",
    ]
    for end in ["\n", "\r\n"] {
      let entries = try cassette(lines.joined(separator: end)).entries
      #expect(entries.count == 2)
      let first = try #require(entries.first)
      #expect(first.request.headerFields == [.accept: "a", .age: ""])
      #expect(first.response.headerFields == [.server: "b"])
      #expect(first.response.status.reasonPhrase == "No Content")
      #expect(first.url == testURL("https://a.example/2") && first.body == Data("one\n two".utf8))
      #expect(entries.last?.body == Data([0, 0, 0]))
    }
    #expect(try cassette("HTTP cassette 1").entries.isEmpty)
  }

  @Test(
    "A wrong line is named, with what is wrong",
    arguments: [
      ("", 1, HTTPCassette.Fault.version), ("HTTP cassette 2", 1, .version),
      ("\nHTTP cassette 1", 1, .version), ("HTTP cassette 1 ", 1, .version),
      ("#\nx", 3, .request), ("GET", 2, .request), ("GET  https://a.example/", 2, .request),
      ("GET https://a.example/ x", 2, .request), ("G(T https://a.example/", 2, .request),
      ("GET file:///etc/passwd", 2, .request), ("GET /x", 2, .request),
      (" GET https://a.example/", 2, .request), ("> a: b", 2, .request),
      ("GET https://a.example/", 2, .status), ("GET https://a.example/\n\n200", 3, .status),
      ("GET https://a.example/\n20", 3, .status), ("GET https://a.example/\n2000", 3, .status),
      ("GET https://a.example/\n099", 3, .status), ("GET https://a.example/\n+20", 3, .status),
      ("GET https://a.example/\n٢٠٠", 3, .status), ("GET https://a.example/\n< a: b", 3, .status),
      ("GET https://a.example/\n200 a\u{0}", 3, .status),
      ("GET https://a.example/\n> a b: c", 3, .field), ("GET https://a.example/\n>", 3, .field),
      ("GET https://a.example/\n> a", 3, .field), ("GET https://a.example/\n> : a", 3, .field),
      ("GET https://a.example/\n> a: b\u{0}", 3, .field),
      ("GET https://a.example/\n200\n< é: a", 4, .field),
      ("GET https://a.example/\n200\n@ ftp://a.example/", 4, .url),
      ("GET https://a.example/\n200\n@", 4, .url), ("GET https://a.example/\n200\nx", 4, .answer),
      ("GET https://a.example/\n200\n200", 4, .answer),
      ("GET https://a.example/\n200\n| a\n< a: b", 5, .answer),
      ("GET https://a.example/\n200\n| a\n= AAAA", 5, .answer),
      ("GET https://a.example/\n200\n= AAAA\n| a", 5, .answer),
      ("GET https://a.example/\n200\n# no", 4, .answer),
      ("GET https://a.example/\n200\n= é", 4, .base64),
      ("GET https://a.example/\n200\n= AA=A", 4, .base64),
      ("GET https://a.example/\n200\n= A\n\n", 5, .base64),
    ])
  func faults(_ text: String, _ line: Int, _ fault: HTTPCassette.Fault) {
    let isVersion = fault == .version
    #expect(throws: HTTPCassette.Problem.line(line, fault)) {
      try cassette(isVersion ? text : "HTTP cassette 1\n\(text)")
    }
  }

  @Test("Text that is not UTF-8, or is too much, is refused with its line")
  func bounds() throws {
    let head = Data("HTTP cassette 1\nGET https://a.example/\n200\n".utf8)
    #expect(throws: HTTPCassette.Problem.line(4, .text)) { try HTTPCassette(head + [0x7C, 0xFF]) }
    #expect(throws: HTTPCassette.Problem.line(4, .text)) {
      try HTTPCassette(head + Data("< a: \(String(repeating: "a", count: 1 << 16))".utf8))
    }
    let fields = String(repeating: "< a: b\n", count: 1000)
    #expect(try HTTPCassette(head + Data(fields.utf8)).entries.count == 1)
    #expect(throws: HTTPCassette.Problem.line(1004, .count)) {
      try HTTPCassette(head + Data("\(fields)< a: b".utf8))
    }
    let entry = "\nGET https://a.example/\n200\n"
    let many = "HTTP cassette 1\n" + String(repeating: entry, count: 10_000)
    #expect(try cassette(many).entries.count == 10_000)
    #expect(throws: HTTPCassette.Problem.line(30_003, .count)) { try cassette(many + entry) }
    #expect(throws: HTTPCassette.Problem.tooLarge) {
      try HTTPCassette(Data(count: HTTPCassette.maximumSize + 1))
    }
  }

  @Test(
    "A hostile text is read in linear time",
    arguments: [
      ("\n", ""), ("| \n", "GET https://a.example/\n200\n"),
      ("| a", "GET https://a.example/\n200\n"), ("= AAAA\n", "GET https://a.example/\n200\n"),
    ].map { unit, beginning in
      LinearReading(unit, unit, beginning: "HTTP cassette 1\n" + beginning) {
        _ = try? HTTPCassette(Data($0))
      }
    })
  func linear(_ reading: LinearReading) {
    reading.verify()
  }

  @Test("A file is replaced completely, and only a regular file is read")
  func files() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.cassette")
    let cassette = HTTPCassette([entry(Data("body".utf8))])
    try HTTPCassette([entry(Data(repeating: 65, count: 10_000))]).write(to: path)
    // Another name of the former file: it shows whether that file was written over.
    let former = folder.file("former")
    try FileManager.default.linkItem(atPath: path, toPath: former)
    try cassette.write(to: path)
    #expect(try HTTPCassette(contentsOf: path) == cassette)
    #expect(try HTTPCassette(contentsOf: former).entries.first?.body.count == 10_000)
    try FileManager.default.removeItem(atPath: former)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.cassette"])
    for path in [folder.file("missing"), folder.path, "/dev/zero"] {
      #expect(throws: HTTPCassette.Problem.unreadable(path: path)) {
        try HTTPCassette(contentsOf: path)
      }
    }
    let nowhere = folder.file("missing/a")
    #expect(throws: HTTPCassette.Problem.unwritable(path: nowhere)) {
      try cassette.write(to: nowhere)
    }
    try Data("HTTP cassette 9".utf8).write(to: URL(filePath: path))
    #expect(throws: HTTPCassette.Problem.line(1, .version)) { try HTTPCassette(contentsOf: path) }
  }
}
