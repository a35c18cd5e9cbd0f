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
      answer(Data("GIF89a".utf8), type: "image/gif"), answer(CoverSample.jpeg.prefix(2)),
    ] {
      await #expect(throws: CatalogueError.unreadable) { try await cover(client) }
      await #expect(throws: CatalogueError.unavailable(status: 502)) {
        try await cover(CoverGateway(client))
      }
    }
  }

  @Test(
    "A picture's type may have parameters, capital letters and the old name of JPEG",
    arguments: ["image/jpeg;charset=binary", "Image/JPEG", "image/jpg"])
  func types(_ type: String) async throws {
    #expect(try await cover(CoverGateway(answer(type: type))) == CoverSample.jpeg)
  }

  @Test("A cover has 2 MB at most")
  func large() async throws {
    func file(bytes: Int) -> Data {
      CoverSample.jpeg + Data(count: bytes - CoverSample.jpeg.count)
    }
    let largest = file(bytes: 2 << 20)
    #expect(try await cover(answer(largest)) == largest)
    #expect(try await cover(CoverGateway(answer(largest))) == largest)
    let larger = answer(file(bytes: (2 << 20) + 1))
    await #expect(throws: CatalogueError.unreadable) { try await cover(larger) }
    await #expect(throws: CatalogueError.unavailable(status: 502)) {
      try await cover(CoverGateway(larger))
    }
  }

  @Test("A gateway answers 504 where no connection is safe")
  func unsafe() async {
    for error in [HTTPError.tls("no", host: "a"), .certificate(.expired, host: "a")] {
      let client = MemoryHTTPClient { _ throws(HTTPError) in throw error }
      await #expect(throws: CatalogueError.unavailable(status: 504)) {
        try await cover(CoverGateway(client))
      }
    }
  }

  @Test("A missing cover, an unavailable server and a long wait are different errors")
  func problems() async {
    await #expect(throws: CatalogueError.notFound) { try await cover(answer(status: 404)) }
    await #expect(throws: CatalogueError.unavailable(status: 503)) {
      try await cover(answer(status: 503))
    }
    let slow = MemoryHTTPClient { _ throws(HTTPError) in throw .timedOut(.idle) }
    await #expect(throws: CatalogueError.timedOut) { try await cover(CoverGateway(slow)) }
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
    let error =
      [404, 410].contains(status) ? CatalogueError.notFound : .unavailable(status: 503)
    await #expect(throws: error) { try await cover(CoverGateway(client)) }
  }
}
