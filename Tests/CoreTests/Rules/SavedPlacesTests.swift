import Services
import Foundation
import Testing

@testable import Core

@Suite("Saved places as text")
struct SavedPlacesTests {
  @Test("What is written is what an encoder writes, and is read again")
  func json() throws {
    var places = SavedPlaces(selected: "shelves")
    places.tabs["search"] = [
      Route("search", parameters: ["words": "\"dune\" \\ \n\u{1}\u{1F}\u{7F}/ é 日 🚀", "": "sort"]),
      Route("book", version: 12, parameters: [:]),
    ]
    places.tabs["a \"tab\""] = []
    for places in [places, SavedPlaces()] {
      #expect(try JSONDecoder().decode(SavedPlaces.self, from: places.json) == places)
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      let text = String(decoding: places.json, as: UTF8.self)
      let expected = String(decoding: try encoder.encode(places), as: UTF8.self)
      #expect(text == expected.replacing("\\n", with: "\\u000a"))
    }
  }
}
