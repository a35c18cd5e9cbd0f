import Core
import Foundation
import Services
import TestKit
import Testing

@testable import Books

@Suite("Half stars") @MainActor
struct HalfStarTests {
  private let scene = BooksScene()

  @Test("Half stars are typed on a book, for several books and in a form, and shown in five places")
  func shown() async throws {
    for number in 1...3 { try await scene.guestStore.save(.sample(number, on: [.read])) }
    await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("rate", "3.5")
      #expect(app.notice == "Rated ★★★½☆.")
      #expect(app.content.action("rate")?.input?.value == .choice("3.5"))
      await app.tap("notes")
      #expect(app.value(of: "Rating") == .choice("3.5"))
      await app.fill("Rating", "0.5")
      await app.tap("save")
      #expect(app.text.contains("½☆☆☆☆"))
      await app.open("booksapp://shelves/read")
      await app.tap("select-books", "1-2")
      await app.tap("rate-selected", "4.5")
      #expect(app.notice == "Rated 2 books ★★★★½.")
      await app.tap("select-books", "none")
      #expect(app.content.rows.map(\.badge) == ["★★★★½", "★★★★½", "½☆☆☆☆"])
      await app.tap("sort", "rating")
      await app.tap("reverse")
      #expect(app.rows.first == "Book 1")
      await app.tap("filters")
      await app.fill("Rating", "4.5")
      await app.tap("apply")
      #expect(app.content.subtitle == "★★★★½ · 2 books · lowest rated first")
    }
  }

  @Test(
    "A typed rating that is not in half stars from 0.5 to 5 is refused",
    arguments: ["0", "0.25", "5.5", "-1", "٣", "6"])
  func refused(typed: String) {
    let kind = FieldKind.choice(EntryFormScreen.ratings)
    #expect(throws: InputProblem.self) { try kind.value(from: typed) }
  }

  @Test("Half stars count in averages, and have a bar of their own only where there are any")
  func statistics() {
    var entries = [
      LibraryEntry.reading(1, finished: "2026-01-01", rating: 5),
      .reading(2, finished: "2026-01-01", rating: 3),
    ]
    let charts = { StatisticsText.ratings(ReadingSummary(entries).ratings).points.map(\.value) }
    #expect(charts() == [1, 0, 1, 0, 0])
    entries[1].rating = 3.5
    #expect(charts() == [1, 0, 1, 0, 0, 0])
    let summary = ReadingSummary(entries)
    #expect(summary.averageRating == 4.25 && summary.ratings == [3.5: 1, 5: 1])
    #expect(ReadingStatistics(entries, today: .testDay).years[2026]?.ratings == [3.5: 1, 5: 1])
  }

  @Test("Half stars are encoded as a number of stars, and other numbers are not decoded")
  func encoded() throws {
    let all = try JSONEncoder().encode(Rating.all)
    #expect(String(decoding: all, as: UTF8.self) == "[0.5,1,1.5,2,2.5,3,3.5,4,4.5,5]")
    #expect(try JSONDecoder().decode([Rating].self, from: all) == Rating.all)
    for text in ["0", "0.25", "5.5", "-1", "99", "1e300", "true", "null"] {
      #expect(throws: DecodingError.self, "\(text)") {
        try JSONDecoder().decode([Rating].self, from: Data("[\(text)]".utf8))
      }
    }
  }
}
