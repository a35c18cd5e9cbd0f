import Catalogue
import Core
import Services
import TestKit
import Testing

@testable import Books

@Suite("A shelf's order and filters on its screen") @MainActor
struct ShelfOrderTests {
  private let scene = BooksScene()

  private func fill() async throws {
    try await scene.guestStore.save(Shelf(id: "sea", name: "Sea"))
    try await scene.guestStore.save(Shelf(id: "crime", name: "Crime"))
    for number in 1...30 {
      var entry = LibraryEntry.sample(number, on: number % 3 == 0 ? [.read, "sea"] : [.read])
      entry.book.year = 1900 + number
      entry.book.authors = [AuthorName(name: number % 2 == 0 ? "Émile Zola" : "Leo Tolstoy")]
      entry.rating = Rating(stars: number % 5 + 1)
      try await scene.guestStore.save(entry)
    }
  }

  @Test("The parts of a long shelf grow, so that all of it is loaded in few steps")
  func growth() async throws {
    for number in 1...400 { try await scene.guestStore.save(.sample(number, on: [.reading])) }
    await withApp(scene.session) { app in
      await app.open("booksapp://shelves/reading")
      var counts = [app.rows.count]
      while app.content.action("more") != nil, counts.count < 20 {
        await app.tap("more")
        counts.append(app.rows.count)
      }
      #expect(counts == [20, 40, 60, 80, 100, 125, 156, 195, 243, 303, 378, 400])
      #expect(Set(app.rows).count == 400)
    }
  }

  @Test("The order is said, is chosen, is reversed, and stays while the screen lives")
  func order() async throws {
    try await fill()
    await withApp(scene.session) { app in
      await app.open("booksapp://shelves/read")
      #expect(app.content.subtitle == "30 books · last added first")
      await app.tap("sort", "title")
      #expect(app.content.subtitle == "30 books · by title")
      #expect(app.rows.prefix(3) == ["Book 1", "Book 2", "Book 3"])
      await app.tap("more")
      #expect(app.rows.last == "Book 30")
      await app.tap("reverse")
      #expect(app.content.subtitle == "30 books · by title, Z to A")
      #expect(app.rows.prefix(2) == ["Book 30", "Book 29"])
      await app.choose("Book 9")
      await app.back()
      #expect(app.content.subtitle == "30 books · by title, Z to A")
      await app.tap("sort", "year")
      #expect(app.content.subtitle == "30 books · newest first")
      #expect(app.content.action("sort")?.input?.value == .choice("year"))
      #expect(app.rows.first == "Book 30")
    }
  }

  @Test("Numbers in titles are in the order of their values, in memory and in a database")
  func numbers() async throws {
    let titles = [
      "10 Ways 2", "20,000 Ways", "10 Ways 17", "9 Ways", "The 100 Ways", "Ways", "21, 300 Ways",
    ]
    let order = [
      "9 Ways", "10 Ways 2", "10 Ways 17", "21, 300 Ways", "The 100 Ways", "20,000 Ways", "Ways",
    ]
    for named in NamedLibraryStores.all {
      let store = try named.make().stores.store(of: .guest)
      for (number, title) in zip(1..., titles) {
        var entry = LibraryEntry.sample(number, on: [.read])
        entry.book.title = title
        try await store.save(entry)
      }
      let page = try await store.entries(
        on: .read, ShelfFilters().query(ShelfOrder(.title)), offset: 0, limit: 20)
      #expect(page.items.map(\.book.title) == order, "\(named.testDescription)")
    }
  }

  @Test("A chosen order shows its value in each row, the default order does not")
  func sortedValue() async throws {
    var entry = LibraryEntry.sample(1, on: [.read])
    (entry.book.pages, entry.finished) = (320, CalendarDate("2026-11-01"))
    try await scene.guestStore.save(entry)
    try await scene.guestStore.save(.sample(2, on: [.read]))
    await withApp(scene.session) { app in
      await app.open("booksapp://shelves/read")
      #expect(app.content.rows.map(\.detail) == [nil, nil])
      await app.tap("sort", "pages")
      #expect(app.content.rows.map(\.detail) == ["320 pages", nil])
      await app.tap("sort", "finished")
      #expect(app.content.rows.map(\.detail) == ["finished 2026-11-01", nil])
      await app.tap("sort", "added")
      #expect(app.content.rows.map(\.detail) == [nil, nil])
      await app.tap("reverse")
      #expect(app.content.rows.map(\.detail) == ["added 1970-01-01", "added 1970-01-01"])
    }
  }

  @Test("Filters by rating, year, author and shelf are used together, said, and cleared")
  func filters() async throws {
    try await fill()
    await withApp(scene.session) { app in
      await app.open("booksapp://shelves/read")
      await app.tap("filter", "book")
      await app.tap("filters")
      #expect(app.value(of: "Words") == .text("book"))
      await app.fill("Author", "zola")
      await app.fill("Rating", "1")
      await app.fill("From year", "1905")
      await app.fill("Also on the shelf", "sea")
      await app.tap("apply")
      #expect(
        app.content.subtitle == "“book” · by zola · ★☆☆☆☆ · since 1905 · also on “Sea” · 1 book")
      #expect(app.rows == ["Book 30"])
      await app.tap("filters")
      await app.fill("To year", "1900")
      #expect(app.content.action("apply")?.isEnabled == false)
      await app.fill("To year", "1910")
      await app.tap("apply")
      #expect(
        app.content.status
          == .empty(message: "No books on this shelf match. Use clear to see every book."))
      await app.tap("filters")
      await app.tap("reset")
      await app.fill("Rating", "none")
      await app.close()
      #expect(app.content.subtitle?.contains("from 1905 to 1910") == true)
      await app.tap("clear")
      #expect(app.content.subtitle == "30 books · last added first")
    }
  }

  @Test("Another shelf is a filter only if there is one")
  func shelves() async throws {
    try await fill()
    try await scene.guestStore.removeShelf("crime")
    await withApp(scene.session) { app in
      await app.open("booksapp://shelves/sea")
      await app.tap("filters")
      #expect(
        app.content.fields.map(\.id) == ["words", "author", "rating", "from", "to", "finished"])
    }
  }
}
