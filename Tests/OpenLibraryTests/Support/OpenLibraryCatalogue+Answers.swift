import Catalogue
import HTTP
import OpenLibrary

extension OpenLibraryCatalogue {
  /// Creates a catalogue over a client.
  init(_ client: any HTTPClient) {
    self.init(base: openLibrary, client: client)
  }

  /// Creates a catalogue of a server that answers each path with JSON.
  init(_ answers: [String: String]) {
    self.init(MemoryHTTPClient(answers))
  }
}

/// Returns what a search finds if the server answers with these books.
func found(_ docs: String, count: String = "1") async throws -> Page<CatalogueBook> {
  try await OpenLibraryCatalogue([
    "/search.json": #"{"numFound":\#(count),"docs":[\#(docs)]}"#
  ]).search(BookQuery(words: "x"), offset: 0, limit: 20)
}
