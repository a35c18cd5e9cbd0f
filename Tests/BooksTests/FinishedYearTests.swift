import Catalogue
import Core
import Services
import TestKit
import Testing

@testable import Books

@Suite("A shelf filtered by the year in which books were finished") @MainActor
struct FinishedYearTests {
  private let scene = BooksScene()

  /// Books that were finished in a year, at its ends, in several years, without a date, and not at all.
  private var books: [LibraryEntry] {
    let days: [(finished: String?, earlier: [String?])] = [
      ("2025-06-01", []), ("2025-01-01", []), ("2025-12-31", []), ("2024-12-31", []),
      ("2026-01-01", []), ("2026-02-01", ["2025-03-01"]), (nil, ["2023-05-05", "2025-07-01"]),
      (nil, [nil]), ("2025-02-01", ["2025-01-05", nil]), (nil, []), ("0001-01-01", []),
      ("9999-12-31", ["2024-02-29"]),
    ]
    return days.enumerated().map { number, days in
      var entry = LibraryEntry.reading(number, finished: days.finished)
      entry.shelves.insert("own")
      entry.readings = days.earlier.map { day in
        PastReading(finished: day.flatMap { CalendarDate($0) })
      }
      return entry
    }
  }

  @Test("The filter finds the books that the statistics and the year's list have in that year")
  func statistics() async throws {
    let entries = books
    let statistics = ReadingStatistics(entries, today: .testDay)
    for named in NamedLibraryStore.all {
      let store = try await named.make()
      for entry in entries { try await store.save(entry) }
      for year in [1, 2022, 2023, 2024, 2025, 2026, 9999] {
        var query = ShelfQuery()
        query.finishedYear = year
        let found = try await store.entries(on: "own", query, offset: 0, limit: 50)
        let review = YearReview(year, entries, today: .testDay)
        #expect(Set(found.items.map(\.id)) == Set(review.books.map(\.id)), "\(year) in \(named)")
        #expect(found.total == review.books.count)
        #expect(review.readings.count == statistics.years[year]?.total.books ?? 0)
      }
      for year in [0, -1, 10_000, Int.min, .max] {
        var query = ShelfQuery()
        query.finishedYear = year
        #expect(try await store.entries(on: "own", query, offset: 0, limit: 50).total == 0)
      }
    }
  }

  @Test("The year is chosen in the form, said, and used with the other filters")
  func form() async throws {
    for entry in books { try await scene.guestStore.save(entry) }
    await withApp(scene.session) { app in
      await app.open("booksapp://shelves/read")
      await app.tap("filters")
      await app.fill("Finished in year", "2025")
      await app.tap("apply")
      #expect(app.content.subtitle == "finished in 2025 · 5 books · last added first")
      #expect(app.rows == ["Book 8", "Book 5", "Book 2", "Book 1", "Book 0"])
      await app.tap("filter", "8")
      #expect(app.rows == ["Book 8"])
      await app.tap("filters")
      #expect(app.value(of: "Finished in year") == .number(2025))
      await app.fill("Finished in year", "")
      await app.tap("apply")
      #expect(app.content.subtitle == "“8” · 1 book")
    }
  }
}
