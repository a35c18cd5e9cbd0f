import Foundation
import HTTP
import Synchronization
import Testing

@Suite("Header fields")
struct HTTPFieldsTests {
  private func name(_ text: String) throws -> HTTPField.Name { try #require(HTTPField.Name(text)) }

  @Test("Header fields ignore the case of names, and keep their order and their own spelling")
  func names() throws {
    var fields: HTTPFields = [.accept: "a", .cookie: "b", try name("ACCEPT"): "c"]
    #expect(fields[.accept] == "a, c")
    #expect(fields[values: .accept] == ["a", "c"])
    #expect(fields.map(\.name.rawName) == ["Accept", "Cookie", "ACCEPT"])
    #expect(fields.contains(try name("aCCept")) && !fields.contains(.age))
    fields.append(HTTPField(name: .cookie, value: "d"))
    #expect(fields[.cookie] == "b; d")
    #expect(fields[.age] == nil && fields[values: .age].isEmpty)
  }

  @Test("A name is spelled as it was given, whether it is a common one or not")
  func spelling() throws {
    for text in [
      "Content-Length", "content-length", "CONTENT-LENGTH", "Content-Lengti", "content-lengt",
      "ETag",
      "etag", "Etag", "X-Own", "x-own", "TE", "x", "WWW-Authenticate",
      String(repeating: "x", count: 99),
    ] {
      let name = try name(text)
      #expect(name.rawName == text)
      #expect(name.canonicalName == text.lowercased())
      #expect((name == .contentLength) == (text.lowercased() == "content-length"))
    }
    for text in ["", " ", "Content Length", "Content-Length:", "é", "Accept\0"] {
      #expect(HTTPField.Name(text) == nil)
    }
  }

  @Test("The examples of the documentation work")
  func examples() async throws {
    var fields: HTTPFields = [.accept: "application/json"]
    fields[.userAgent] = "Example"
    #expect(fields[.accept] == "application/json")
    let url = try #require(URL(string: "https://a.example/"))
    let request = HTTPRequest(method: .get, url: url, headerFields: [.accept: "application/json"])
    #expect(request.headerFields.count == 1)
    let client = MemoryHTTPClient { .json(Data("{}".utf8), from: $0.url) }
    let answer = try await client.send(HTTPRequest(url: url))
    let page = try await answer.body.collect(upTo: 1 << 20)
    #expect(page.count == 2)
  }

  @Test("Setting a value replaces all values of its name in the place of the first")
  func setting() {
    var fields: HTTPFields = [.age: "1", .accept: "a", .age: "2"]
    fields[.age] = "3"
    #expect(fields.map(\.value) == ["3", "a"])
    fields[.age] = nil
    fields[.date] = "now"
    #expect(fields.map(\.value) == ["a", "now"])
  }

  @Test(
    "A name is a token",
    arguments: ["", "a b", "a:b", "é", "a\n", "a(b)", String(repeating: "a", count: 1025)])
  func token(_ text: String) {
    #expect(HTTPField.Name(text) == nil)
    #expect(HTTPRequest.Method(text) == nil)
  }

  @Test("A value can't end its field: NUL, CR and LF are spaces, and the ends are trimmed")
  func values() {
    let field = HTTPField(name: .accept, value: " \ta\r\nHost: b\u{0}é \t")
    #expect(field.value == "a  Host: b é")
    #expect(HTTPField.isValidValue("a b") && !HTTPField.isValidValue("a\nb"))
    #expect(!HTTPField.isValidValue(" a"))
    #expect(field.description == "Accept: a  Host: b é")
  }

  @Test(
    "A status has the kind of its first digit",
    arguments: [
      (99, HTTPResponse.Status.Kind.invalid), (100, .informational), (199, .informational),
      (200, .successful), (299, .successful), (300, .redirection), (404, .clientError),
      (599, .serverError), (600, .invalid), (-1, .invalid),
    ])
  func kinds(_ code: Int, _ kind: HTTPResponse.Status.Kind) {
    #expect(HTTPResponse.Status(code: code).kind == kind)
  }

  @Test("Statuses are equal by their code; methods by their name")
  func equality() throws {
    #expect(HTTPResponse.Status(code: 404, reasonPhrase: "Gone fishing") == .notFound)
    #expect(HTTPRequest.Method("GET") == .get && HTTPRequest.Method("get") != .get)
    #expect(HTTPRequest.Method.put.isIdempotent && !HTTPRequest.Method.put.isSafe)
    #expect(!HTTPRequest.Method.post.isIdempotent && HTTPRequest.Method.head.isSafe)
  }
}

@Suite("Bodies")
struct HTTPBodyTests {
  private func body(_ chunks: [String], length: Int? = nil) -> HTTPBody {
    let rest = Rest(chunks)
    return HTTPBody(length: length) { await rest.next() }
  }

  @Test("A complete body is one chunk, again and again; an empty one has none")
  func whole() async throws {
    let body = HTTPBody(Data("abc".utf8))
    for _ in 0..<2 {
      var chunks: [Data] = []
      for try await chunk in body { chunks.append(chunk) }
      #expect(chunks == [Data("abc".utf8)])
    }
    for try await _ in HTTPBody(Data()) { Issue.record("an empty body has a chunk") }
    #expect(body.length == 3 && body.data == Data("abc".utf8))
  }

  @Test("A body in chunks is read in order, without empty chunks")
  func chunks() async throws {
    var chunks: [Data] = []
    for try await chunk in body(["a", "", "bc"]) { chunks.append(chunk) }
    #expect(chunks == [Data("a".utf8), Data("bc".utf8)])
    #expect(body(["a"]).length == nil && body(["a"]).data == nil)
  }

  @Test("A body that can give all at once is asked for that, with the limit")
  func rest() async throws {
    let limits = Mutex<[Int]>([])
    let body = HTTPBody(length: 3) { () async throws(HTTPError) in
      nil
    } rest: { limit async throws(HTTPError) in
      limits.withLock { $0.append(limit) }
      return Data("abc".utf8)
    }
    #expect(try await body.collect(upTo: 7) == Data("abc".utf8))
    await #expect(throws: HTTPError.tooLarge(limit: 2)) { try await body.collect(upTo: 2) }
    // It ends what still produces the body.
    #expect(limits.withLock(\.self) == [7, 2])
  }

  @Test("A body over the limit is refused, before it is read if its length is known")
  func limits() async throws {
    #expect(try await body(["ab", "c"]).collect(upTo: 3) == Data("abc".utf8))
    for body in [
      body(["ab", "c"]), body([], length: 3), HTTPBody(Data("abc".utf8)), body(["abc"]),
    ] {
      await #expect(throws: HTTPError.tooLarge(limit: 2)) { try await body.collect(upTo: 2) }
    }
  }
}

/// The chunks that are not read yet.
private actor Rest {
  private var texts: [String]

  init(_ texts: [String]) { self.texts = texts.reversed() }

  func next() -> Data? { texts.popLast().map { Data($0.utf8) } }
}
