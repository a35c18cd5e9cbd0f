import Catalogue
import Core
import Services
import TestKit
import Testing

@testable import Books

@Suite("The lengths of routes")
@MainActor struct PlaceLengthTests {
  private let scene = BooksScene()

  @Test(
    "Words that a field accepts are a route, and longer ones are none",
    arguments: ["a", "я", "語", "👩‍👩‍👧", "a" + String(repeating: "\u{301}", count: 200)])
  func words(unit: String) {
    for count in [1, 200, 500, 501] {
      let text = String(repeating: unit, count: count)
      let isTyped = (try? FieldKind.text.value(from: text)) == .text(text)
      let place = BooksPlace.search(BookQuery(words: text, author: text))
      #expect((BooksPlace(place.route) == place) == isTyped, "\(count)")
    }
  }

  @Test("A search with all filters is a route")
  func filters() {
    let place = BooksPlace.search(
      BookQuery(
        words: "a", author: "b", subject: "c", fromYear: -300, toYear: 1990, language: "fre",
        order: .newest))
    #expect(BooksPlace(place.route) == place)
  }

  @Test("A subject may be as long as a catalogue's", arguments: ["a", "龍"])
  func subject(unit: String) {
    for (count, isPlace) in [(1000, true), (1001, false)] {
      let place = BooksPlace.subject(String(repeating: unit, count: count))
      #expect((BooksPlace(place.route) == place) == isPlace, "\(count)")
    }
  }

  @Test(
    "A long search in any script can be linked to, and is repeated after a restart",
    arguments: ["я", "語"])
  func restored(unit: String) async throws {
    let text = String(repeating: unit, count: 260)
    let status = ContentStatus.empty(
      message: "No books match “\(text)”. Check the spelling, or use add in the Search tab"
        + " to add the book by hand.")
    await withApp(scene.session) { app in
      await app.tab("Search")
      await app.tap("search", text)
      #expect(app.content.status == status)
    }
    await withApp(scene.session, restoring: true) { app in
      #expect(app.content.status == status && app.notice == nil)
      await app.tab("Discover")
      await app.open("booksapp://search?q=\(String(repeating: unit, count: 170))")
    }
  }
}
