import Catalogue
import Foundation
import HTTP
import OpenLibrary
import Services
import Testing

@Suite("Records that Open Library doesn't have")
struct OpenLibraryMissingTests {
  /// A gateway to a server whose every answer is 404, with a body that breaks off.
  private let gateway = OpenLibraryGateway(
    MemoryHTTPClient { request in
      let body = HTTPBody(chunks: { () throws(HTTPError) in throw .interrupted(host: "a") })
      return HTTPAnswer(HTTPResponse(status: .notFound), body: body, from: request.url)
    })

  @Test("A record that is not there is not there, however the page that says so ends")
  func missing() async throws {
    let catalogue = OpenLibraryCatalogue(gateway)
    await #expect(throws: CatalogueError.notFound) { try await catalogue.author("OL1A") }
  }

  @Test(
    "404 is the answer to a question for one record, and a failure of a list",
    arguments: [
      ("search.json", 503), ("trending/daily.json", 503), ("subjects/love.json", 503),
      ("works/OL1W.json", 404), ("authors/OL1A.json", 404), ("works/OL1W/editions.json", 404),
      ("anything.json", 404),
    ])
  func status(_ path: String, _ status: Int) async throws {
    let answer = try await gateway.send(HTTPRequest(url: openLibrary.appending(path: path)))
    #expect(answer.response.status.code == status)
  }
}
