import Services
import Foundation
import Testing

@testable import Core

@Suite("Saved routes as text")
struct SavedPlacesTests {
  @Test("Written routes are read again")
  func json() throws {
    var places = SavedPlaces(selected: "shelves")
    places.tabs["search"] = [
      Route("search", parameters: ["words": "\"dune\" \\ \n\u{1}\u{1F}\u{7F}/ é 日 🚀", "": "sort"]),
      Route("book", version: 12, parameters: [:]),
    ]
    places.tabs["a \"tab\""] = []
    for places in [places, SavedPlaces()] {
      #expect(try JSONDecoder().decode(SavedPlaces.self, from: places.json) == places)
    }
  }

  @Test("Routes that an earlier build of the app has stored are read")
  func stored() throws {
    let text = """
      {"selected":"shelves","tabs":{"search":[{"name":"book","parameters":{"key":"a\\u000ab/é"},\
      "version":12}]},"version":1}
      """
    var places = SavedPlaces(selected: "shelves")
    places.tabs["search"] = [Route("book", version: 12, parameters: ["key": "a\nb/é"])]
    #expect(try JSONDecoder().decode(SavedPlaces.self, from: Data(text.utf8)) == places)
  }
}
