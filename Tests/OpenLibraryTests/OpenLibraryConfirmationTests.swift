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
    "A 304 about a version that was not asked about is refused: a cache would ask again",
    arguments: [
      ([.eTag: "\"2\""], [.ifNoneMatch: "\"1\""]),
      ([.eTag: "\"2\"", .lastModified: june], [.ifNoneMatch: "\"1\"", .ifModifiedSince: june]),
      ([.eTag: "\"2\""], [.ifNoneMatch: "\"1\", \"3\""]),
      ([.eTag: "\"1\""], [.ifModifiedSince: june]),
      ([.lastModified: july], [.ifModifiedSince: june]), ([:], [.ifNoneMatch: "\"1\", \"2\""]),
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
}
