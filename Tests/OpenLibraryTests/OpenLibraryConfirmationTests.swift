import Catalogue
import Foundation
import HTTP
import OpenLibrary
import Testing

@Suite("The gateway to Open Library, and what a 304 confirms")
struct OpenLibraryConfirmationTests {
  private static let (june, july) = (
    "Wed, 01 Jun 1994 00:00:00 GMT", "Fri, 01 Jul 1994 00:00:00 GMT"
  )

  /// The status behind a gateway to a server that answers every request with 304.
  private func status(_ fields: HTTPFields, asking: HTTPFields) async throws -> Int {
    let gateway = OpenLibraryGateway(
      MemoryHTTPClient { request in
        HTTPAnswer(HTTPResponse(status: .notModified, headerFields: fields), from: request.url)
      })
    let url = openLibrary.appending(path: "anything.json")
    return try await gateway.send(HTTPRequest(url: url, headerFields: asking)).response.status.code
  }

  @Test(
    "A 304 about a version that was not asked about is refused if the server repeats it",
    arguments: [
      ([.eTag: "\"2\""], [.ifNoneMatch: "\"1\""]),
      ([.eTag: "\"2\"", .lastModified: june], [.ifNoneMatch: "\"1\"", .ifModifiedSince: june]),
      ([.eTag: "\"2\""], [.ifNoneMatch: "\"1\", \"3\""]),
      ([.eTag: "\"1\""], [.ifModifiedSince: june]),
      ([.lastModified: july], [.ifModifiedSince: june]), ([:], [.ifNoneMatch: "\"1\", \"2\""]),
      ([.eTag: "2\""], [.ifNoneMatch: "\"1, 2\""]), ([.eTag: "\"1"], [.ifNoneMatch: "\"1, 2\""]),
    ] as [(HTTPFields, HTTPFields)])
  func refused(_ fields: HTTPFields, _ asking: HTTPFields) async throws {
    #expect(try await status(fields, asking: asking) == 502)
  }

  @Test(
    "A 304 about a version that was asked about passes, and so does one that names no version",
    arguments: [
      ([.eTag: "\"1\""], [.ifNoneMatch: "\"1\""]), ([.eTag: "W/\"1\""], [.ifNoneMatch: "\"1\""]),
      ([.eTag: "\"1\""], [.ifNoneMatch: "W/\"1\""]), ([.eTag: "1"], [.ifNoneMatch: "\"1\""]),
      ([.eTag: "\"2\""], [.ifNoneMatch: "\"1\", \"2\""]),
      ([.eTag: "\"1, 2\""], [.ifNoneMatch: "\"1, 2\""]),
      ([.lastModified: june], [.ifModifiedSince: june]), ([:], [.ifModifiedSince: june]),
      ([.lastModified: june], [.ifNoneMatch: "\"1\""]), ([.eTag: ""], [.ifNoneMatch: "\"1\""]),
    ] as [(HTTPFields, HTTPFields)])
  func passed(_ fields: HTTPFields, _ asking: HTTPFields) async throws {
    #expect(try await status(fields, asking: asking) == 304)
  }

  /// A client that, like a cache, asks about a version that the server no longer knows.
  private struct Asking: HTTPClient {
    let client: any HTTPClient

    func send(
      _ request: HTTPRequest, body: HTTPBody?, options: HTTPOptions
    ) async throws(HTTPError) -> HTTPAnswer {
      var request = request
      request.headerFields[.ifNoneMatch] = "\"1\""
      return try await client.send(request, body: body, options: options)
    }
  }

  /// A client that asks a gateway to a server, which answers 304 about another version where it may.
  private static func asking(_ asked: Recorder<String>, _ answers: [String: String]) -> Asking {
    let server = MemoryHTTPClient { request in
      let isConditional = request.headerFields.contains(.ifNoneMatch)
      asked.record(request.url.path + (isConditional ? "?" : ""))
      if isConditional {
        let response = HTTPResponse(status: .notModified, headerFields: [.eTag: "\"2\""])
        return HTTPAnswer(response, from: request.url)
      }
      return .json(Data((answers[request.url.path] ?? "{}").utf8), from: request.url)
    }
    return Asking(client: OpenLibraryGateway(server))
  }

  @Test("The gateway asks again without conditions after a 304 about another version")
  func repeated() async throws {
    let asked = Recorder<String>()
    let url = openLibrary.appending(path: "anything.json")
    let answer = try await Self.asking(asked, [:]).send(HTTPRequest(url: url))
    #expect(answer.response.status == 200 && answer.body.data == Data("{}".utf8))
    #expect(asked.elements == ["/anything.json?", "/anything.json"])
  }

  @Test("The gateway asks again without either condition")
  func bothConditions() async throws {
    let gateway = OpenLibraryGateway(
      MemoryHTTPClient { request in
        let fields = request.headerFields
        guard fields.contains(.ifNoneMatch) || fields.contains(.ifModifiedSince) else {
          return .json(Data("{}".utf8), from: request.url)
        }
        let response = HTTPResponse(status: .notModified, headerFields: [.eTag: "\"2\""])
        return HTTPAnswer(response, from: request.url)
      })
    let url = openLibrary.appending(path: "anything.json")
    let conditions: HTTPFields = [.ifNoneMatch: "\"1\"", .ifModifiedSince: Self.june]
    let answer = try await gateway.send(HTTPRequest(url: url, headerFields: conditions))
    #expect(answer.response.status == 200)
  }

  @Test(
    "A redirect before a 304 about another version, or after it, leads to no third request",
    arguments: [true, false])
  func redirected(isBefore: Bool) async throws {
    let asked = Recorder<String>()
    let gateway = OpenLibraryGateway(
      MemoryHTTPClient { request in
        asked.record(request.url.path)
        let isConditional = request.headerFields.contains(.ifNoneMatch)
        if request.url.path == "/anything.json", isBefore || !isConditional {
          return HTTPAnswer(
            HTTPResponse(status: .found, headerFields: [.location: "/other.json"]),
            from: request.url)
        }
        guard isConditional else { return .json(Data("{}".utf8), from: request.url) }
        let response = HTTPResponse(status: .notModified, headerFields: [.eTag: "\"2\""])
        return HTTPAnswer(response, from: request.url)
      })
    let url = openLibrary.appending(path: "anything.json")
    let request = HTTPRequest(url: url, headerFields: [.ifNoneMatch: "\"1\""])
    #expect(try await gateway.send(request).response.status == (isBefore ? 502 : 503))
    #expect(asked.elements == ["/anything.json", isBefore ? "/other.json" : "/anything.json"])
  }

  @Test("The gateway does not ask again where one request is left")
  func single() async throws {
    let asked = Recorder<String>()
    let name = try #require(HTTPField.Name("X-Catalogue-Direct"))
    let url = openLibrary.appending(path: "anything.json")
    let answer = try await Self.asking(asked, [:])
      .send(HTTPRequest(url: url, headerFields: [name: "1"]))
    #expect(answer.response.status == 502)
    #expect(asked.elements == ["/anything.json?"])
  }

  @Test("A question that is asked again after a 304 has only the time that is left")
  func timeLeft() async throws {
    let times = Recorder<Duration>()
    let gateway = OpenLibraryGateway(
      MemoryHTTPClient { request, _, options in
        times.record(options.wholeTimeout ?? .zero)
        let response = HTTPResponse(status: .notModified, headerFields: [.eTag: "\"2\""])
        return HTTPAnswer(response, from: request.url)
      })
    var options = HTTPOptions()
    options.wholeTimeout = .seconds(3600)
    let url = openLibrary.appending(path: "anything.json")
    let request = HTTPRequest(url: url, headerFields: [.ifNoneMatch: "\"1\""])
    _ = try await gateway.send(request, options: options)
    #expect(times.elements.count == 2)
    let left = try #require(times.elements.last)
    #expect(left > .zero && left < .seconds(3600))
  }

  @Test("A page of a book counts what the gateway asks again, and sends four requests")
  func counted() async throws {
    let asked = Recorder<String>()
    let client = Self.asking(
      asked,
      [
        "/works/a.json": #"{"type":{"key":"/type/redirect"},"location":"/works/b"}"#,
        "/works/b.json": #"{"title":"B"}"#,
      ])
    let detail = try await OpenLibraryCatalogue(client)
      .book("a")
    #expect(detail.book.title == "B")
    #expect(
      asked.elements == ["/works/a.json?", "/works/a.json", "/works/b.json?", "/works/b.json"])
  }
}
