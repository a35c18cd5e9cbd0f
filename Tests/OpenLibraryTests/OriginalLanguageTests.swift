import Catalogue
import Foundation
import HTTP
import OpenLibrary
import TestKit
import Testing

@Suite("The languages and titles of Open Library's books")
struct OriginalLanguageTests {
  @Test("A book has its original language or none, and no title of any other edition")
  func original() async throws {
    let library = try OpenLibraryServer()
    let client = MemoryHTTPClient { request in
      let target = request.url.absoluteString.dropFirst(openLibrary.absoluteString.count)
      let reply = library.reply(to: ServerRequest(target: String(target)))
      guard case .data(let data) = reply.body else {
        return .json(Data(), status: reply.status, from: request.url)
      }
      return .json(data, status: reply.status, from: request.url)
    }
    let catalogue = OpenLibraryCatalogue(client)
    let works = OpenLibraryRecords.standard.works
    var known = 0
    for subject in Set(works.flatMap(\.subjects)) {
      let query = BookQuery(subject: subject)
      for book in try await catalogue.search(query, offset: 0, limit: 20).items {
        let work = try #require(works.first { $0.key == book.reference.key })
        #expect(book.languages.isEmpty || book.languages.first == work.languages.first)
        #expect(book.alternativeTitle == nil)
        known += book.languages.count
      }
    }
    #expect(known > 0)
  }
}
