import Catalogue
import Core
import Services
import TestKit
import Testing

@testable import Books

@Suite("Long lists in forms") @MainActor
struct LongListTests {
  private let scene = BooksScene()

  @Test("Authors and subjects of any length are edited, separated by commas or line breaks")
  func names() async throws {
    var entry = LibraryEntry.sample(1)
    entry.book.authors = (1...60).map { AuthorName(name: "Author Number \($0)") }
    entry.book.subjects = (1...60).map { "Subject number \($0)" }
    try await scene.guestStore.save(entry)
    await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("edit-book")
      for field in ["authors", "subjects"] {
        let text = app.value(of: field).text
        #expect(text.count > FieldKind.maximumTextLength)
        await app.fill(field, "\(text)\nOne,\n\nTwo")
      }
      await app.tap("save")
      #expect(app.notice == "Saved.")
    }
    let kept = try #require(try await scene.guestStore.entry("entry-1")?.book)
    #expect(kept.authors.map(\.name) == entry.book.authors.map(\.name) + ["One", "Two"])
    #expect(kept.subjects == entry.book.subjects + ["One", "Two"])
  }

  @Test("A name that is too long, and too many names, are refused; kept ones stay")
  func refused() async throws {
    let long = String(repeating: "x", count: FieldKind.maximumTextLength + 1)
    var entry = LibraryEntry.sample(1)
    entry.book.authors = [AuthorName(name: long)]
    try await scene.guestStore.save(entry)
    await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("edit-book")
      await app.fill("subjects", "Sea, \(long)")
      await app.tap("save")
      #expect(app.text.contains("Enter at most 500 characters for each name."))
      await app.fill("subjects", String(repeating: "a,", count: EntryBounds.maximumNames + 1))
      #expect(app.text.contains("Enter at most 2,000 names."))
      await app.fill("subjects", "Sea")
      await app.tap("save")
      #expect(app.notice == "Saved.")
    }
    let kept = try #require(try await scene.guestStore.entry("entry-1")?.book)
    #expect(kept.subjects == ["Sea"] && kept.authors == entry.book.authors)
  }

  @Test("Many earlier readings are edited, and the last ten are on the book's page")
  func readings() async throws {
    var entry = LibraryEntry.sample(1)
    entry.readings = (1...60).map { PastReading(finished: CalendarDate(daysSince1970: $0)) }
    try await scene.guestStore.save(entry)
    await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("notes")
      await app.fill("readings", "\(entry.readings.typed)\n2020-02-03")
      await app.tap("save")
      #expect(app.notice == "Saved.")
      #expect(app.text.contains("Earlier readings: 51 older ones, then 1970-02-22, "))
      #expect(app.text.contains(", 1970-03-02, 2020-02-03"))
    }
    let kept = try await scene.guestStore.entry("entry-1")?.readings
    #expect(kept?.count == 61 && kept?.last?.finished == CalendarDate("2020-02-03"))
  }
}
