import Catalogue
import Foundation
import HTTP
import OpenLibrary
import Services
import Synchronization
import TestKit
import Testing

@Suite("Open Library's covers")
struct OpenLibraryCoversTests {
  private let base = URL(string: "http://books.example:81")

  private func answer(
    _ body: Data = CoverSample.jpeg, type: String? = "image/jpeg",
    status: HTTPResponse.Status = 200
  ) -> MemoryHTTPClient {
    MemoryHTTPClient { request throws(HTTPError) in
      var fields = HTTPFields()
      if let type { fields[.contentType] = type }
      return HTTPAnswer(
        HTTPResponse(status: status, headerFields: fields), body: HTTPBody(body), from: request.url)
    }
  }

  private func cover(_ client: any HTTPClient) async throws -> Data {
    try await OpenLibraryCovers(base: try #require(base), client: client).cover(CoverReference(7))
  }

  @Test("A cover is requested by its number from the catalogue's server")
  func asks() async throws {
    let urls = Mutex<[String]>([])
    let client = MemoryHTTPClient { request throws(HTTPError) in
      urls.withLock { $0.append(request.url.absoluteString) }
      return try await answer(CoverSample.png, type: "image/png").send(request)
    }
    #expect(try await cover(client) == CoverSample.png)
    #expect(
      urls.withLock(\.self) == ["http://books.example:81/b/id/7-M.jpg?default=false"])
  }

  @Test(
    "The address of the covers' server can have any form",
    arguments: ["http://[::1]:81", "http://books.example:81", "https://books.example"])
  func addresses(_ server: String) async throws {
    let urls = Mutex<[String]>([])
    let client = MemoryHTTPClient { request throws(HTTPError) in
      urls.withLock { $0.append(request.url.absoluteString) }
      return try await answer().send(request)
    }
    let covers = OpenLibraryCovers(base: try #require(URL(string: server)), client: client)
    _ = try await covers.cover(CoverReference(7))
    #expect(urls.withLock(\.self) == ["\(server)/b/id/7-M.jpg?default=false"])
  }

  @Test("A cover's reference is read from its own address, and from no other")
  func references() {
    #expect(CoverReference(address: CoverReference(12).address) == CoverReference(12))
    for number in ["", "0", "-1", "007", "+7", "7/../8", "99999999999999999999", "７"] {
      let address = "https://covers.openlibrary.org/b/id/\(number)-M.jpg?default=false"
      #expect(CoverReference(address: address) == nil)
    }
    #expect(CoverReference(address: "https://evil.example/b/id/7-M.jpg?default=false") == nil)
    #expect(CoverReference(address: "") == nil)
  }

  @Test("A file that isn't a picture by its type and first bytes is refused")
  func refusesOthers() async {
    for client in [
      answer(type: "text/html"), answer(type: nil), answer(Data("<html>".utf8)), answer(Data()),
      answer(Data("GIF89a".utf8), type: "image/gif"),
    ] {
      await #expect(throws: CoverError.notAPicture) { try await cover(client) }
      await #expect(throws: CoverError.notAPicture) { try await cover(CoverGateway(client)) }
    }
  }

  @Test(
    "A picture's type may have parameters, capital letters and the old name of JPEG",
    arguments: ["image/jpeg;charset=binary", "Image/JPEG", "image/jpg"])
  func types(_ type: String) async throws {
    #expect(try await cover(CoverGateway(answer(type: type))) == CoverSample.jpeg)
  }

  @Test("A gateway refuses a cover over 2 MB")
  func large() async {
    let client = answer(CoverSourceContract.file(bytes: CoverFile.largest + 1))
    await #expect(throws: CoverError.tooLarge) { try await cover(CoverGateway(client)) }
  }

  @Test("An unsafe connection counts as no connection, also behind a gateway")
  func unsafe() async {
    let client = MemoryHTTPClient { _ throws(HTTPError) in throw .tls("no", host: "a") }
    await #expect(throws: CoverError.offline) { try await cover(CoverGateway(client)) }
  }

  @Test("A missing cover, an unavailable server and a long wait are different errors")
  func problems() async {
    await #expect(throws: CoverError.notFound) { try await cover(answer(status: 404)) }
    await #expect(throws: CoverError.unavailable(status: 503)) {
      try await cover(answer(status: 503))
    }
    for (error, wanted) in [
      (HTTPError.offline, CoverError.offline), (.timedOut(.idle), .timedOut),
      (.cancelled, .cancelled), (.tooManyRedirects, .notAPicture),
      (.certificate(.expired, host: "x"), .offline),
    ] {
      let client = MemoryHTTPClient { _ throws(HTTPError) in throw error }
      await #expect(throws: wanted) { try await cover(client) }
    }
  }

  @Test("A gateway passes on a 304 that was asked for")
  func gateway() async throws {
    let request = HTTPRequest(
      url: try #require(base), headerFields: [.ifNoneMatch: "\"a\""])
    let answer = try await CoverGateway(answer(Data(), type: nil, status: 304)).send(request)
    #expect(answer.response.status == 304)
  }

  @Test("A gateway follows three redirects, even if the caller follows none")
  func redirects() async throws {
    let client = MemoryHTTPClient { request throws(HTTPError) in
      let left = Int(request.url.lastPathComponent) ?? 0
      guard left > 0 else { return try await answer().send(request) }
      return HTTPAnswer(
        HTTPResponse(status: .found, headerFields: [.location: "/\(left - 1)"]), from: request.url)
    }
    var options = HTTPOptions()
    options.maximumRedirects = 0
    let base = try #require(base)
    let far = try await CoverGateway(client).send(
      HTTPRequest(url: base.appending(path: "3")), options: options)
    #expect(far.body.data == CoverSample.jpeg)
    let tooFar = try await CoverGateway(client).send(
      HTTPRequest(url: base.appending(path: "4")), options: options)
    #expect(tooFar.response.status == 502)
  }

  @Test(
    "A gateway passes on 404 and 410, refuses every other status, and lets a cache store none",
    arguments: [204, 206, 300, 302, 304, 400, 403, 404, 410, 429, 500, 503])
  func refusals(_ status: Int) async throws {
    let client = MemoryHTTPClient { request in
      HTTPAnswer(
        HTTPResponse(
          status: .init(code: status), headerFields: [.cacheControl: "max-age=31536000"]),
        from: request.url)
    }
    let answer = try await CoverGateway(client).send(HTTPRequest(url: try #require(base)))
    #expect(answer.response.status.code == ([404, 410].contains(status) ? status : 503))
    #expect(answer.response.headerFields[values: .cacheControl] == ["no-store"])
    let error = [404, 410].contains(status) ? CoverError.notFound : .unavailable(status: status)
    await #expect(throws: error) { try await cover(CoverGateway(client)) }
  }

  @Test(
    "Covers of a server fulfil the contract of a cover source",
    arguments: CoverSourceContract.Check.allCases)
  func server(_ check: CoverSourceContract.Check) async throws {
    let base = try #require(base)
    try await CoverSourceContract { files in
      let answers = Dictionary(uniqueKeysWithValues: files.map { ("/b/id/\($0.number)-M.jpg", $1) })
      return OpenLibraryCovers(
        base: base,
        client: MemoryHTTPClient { request throws(HTTPError) in
          guard let file = answers[request.url.path] else {
            return try await answer(status: .notFound).send(request)
          }
          return try await answer(file).send(request)
        })
    }.verify(check)
  }

  @Test(
    "Covers in memory fulfil the contract of a cover source",
    arguments: CoverSourceContract.Check.allCases)
  func memory(_ check: CoverSourceContract.Check) async throws {
    try await CoverSourceContract { MemoryCovers($0) }.verify(check)
  }
}
