import Catalogue
import Core
import Services
import TestKit
import Testing

@testable import Books

@Suite("Texts about books") @MainActor
struct BooksTextTests {
  private let scene = BooksScene()

  @Test(
    "The age of an answer is given in minutes, hours or days, from two of them on",
    arguments: [
      (119, "a moment"), (120, "2 minutes"), (7199, "119 minutes"), (7200, "2 hours"),
      (172_799, "47 hours"), (172_800, "2 days"), (259_200, "3 days"),
    ])
  func age(_ seconds: Int, _ text: String) {
    let sections = BooksText.origin(.earlier(seconds: seconds, because: nil), isRefreshing: false)
    #expect(sections == [ContentSection("origin", .text("This is from \(text) ago."))])
  }

  @Test("A book of the library shows its other title before its authors, as in the catalogue")
  func otherTitle() {
    var entry = LibraryEntry.sample(1)
    entry.book = BookCopy(
      title: "砂の女", alternativeTitle: "The Woman in the Dunes",
      authors: [AuthorName(name: "Kōbō Abe")], year: 1962, language: "jpn")
    let row = Row(entry, isSelected: false)
    #expect(row.title == "砂の女")
    #expect(row.detail?.hasPrefix("The Woman in the Dunes · Kōbō Abe · 1962 · Japanese") == true)
  }

  @Test(
    "Up to three authors are named, and of more the first one",
    arguments: [(1, "A"), (3, "A, B, C"), (4, "A and 3 others")])
  func authors(_ count: Int, _ text: String) {
    let names = "ABCD".prefix(count).map { AuthorName(name: String($0)) }
    #expect(BooksText.names(names) == text)
  }

  @Test("The page of a book names all its authors if the list of authors' pages lacks one")
  func allAuthors() {
    func facts(_ authors: [AuthorName]) -> ContentSection? {
      let sections = BookSections(
        book: BookCopy(title: "One", authors: authors), summary: nil, arrangement: .usual,
        isUnfolded: false)
      return sections.parts.before.last
    }
    var authors = "ABCDE".map { AuthorName(key: String($0), name: String($0)) }
    #expect(facts(authors) == ContentSection("facts", .text("By A and 4 others")))
    authors[3].key = nil
    #expect(facts(authors) == ContentSection("facts", .text("By A, B, C, D, E")))
    let many = (1...52).map { AuthorName(name: "N\($0)") }
    guard case .text(let text) = facts(many)?.body else {
      Issue.record("The page has no facts.")
      return
    }
    #expect(text.hasPrefix("By N1, N2, ") && text.hasSuffix(", N50 and 2 others"))
  }

  @Test("An author whom a copy names twice has one row")
  func authorTwice() {
    let authors = ["a", "b", "a"].map { AuthorName(key: $0, name: $0) }
    let parts = BookSections(
      book: BookCopy(title: "One", authors: authors), summary: nil, arrangement: .usual,
      isUnfolded: false
    ).parts
    let rows = ["a", "b"].map { Row(BookRow.author.id($0), title: $0) }
    #expect(parts.after == [ContentSection("authors", title: "Authors", .rows(rows))])
  }

  @Test("A list that lacks the less popular books says so", arguments: [true, false])
  func mostPopular(isWhole: Bool) async {
    let books = ["Solaris", "Eden"].map { CatalogueBook(reference: .test($0), title: $0) }
    let count = isWhole ? "2 books" : "2 books or more, the most popular listed"
    await withApp({ scene.sessionOver(RecordingCatalogue(books, isWhole: isWhole)) }) { app in
      await app.open("booksapp://search?q=lem")
      #expect(app.content.subtitle == "“lem” · \(count)")
      await app.open("booksapp://subjects/space")
      #expect(app.content.subtitle == count)
    }
  }

  @Test("Thousands of a reader's own and selected books are separated like all others")
  func thousands() async throws {
    try await scene.guestStore.change("testing") { records throws(StorageError) in
      for number in 1...1001 { try records.save(LibraryEntry.sample(number)) }
    }
    await withApp({ scene.sessionOver(RecordingCatalogue()) }) { app in
      await app.open("booksapp://search?q=book")
      #expect(app.content.subtitle == "“book” · 1,001 of yours · in the catalogue: 0 books")
      #expect(app.text.contains("In your library: the first 20 of 1,001"))
      await app.open("booksapp://shelves/reading")
      await app.tap("Select", "all")
      #expect(app.content.subtitle == "1,001 books · last added first · 1,001 selected")
    }
  }

  @Test(
    "An author's page has the dates of birth and death, as far as they are known",
    arguments: [
      ("1921", "2006", "1921–2006"), ("1921", nil, "born 1921"), (nil, "2006", "died 2006"),
      (nil, nil, nil),
    ] as [(String?, String?, String?)])
  func life(_ born: String?, _ died: String?, _ text: String?) async {
    let lem = CatalogueAuthor(key: "lem", name: "Stanisław Lem", born: born, died: died)
    let solaris = CatalogueBook(reference: .test("solaris"), title: "Solaris")
    await withApp({ scene.sessionOver(RecordingCatalogue([solaris], authors: [lem])) }) { app in
      await app.open("booksapp://authors/lem")
      #expect(app.title == "Stanisław Lem" && app.content.subtitle == text)
    }
  }

  @Test("A streak of days that is over says that it is one of reading")
  func oldDays() {
    let today = CalendarDate.testDay
    let entries = ["2026-03-01", "2026-03-02"].enumerated().map { number, day in
      LibraryEntry.reading(number, finished: day)
    }
    #expect(
      StatisticsText.streaks(ReadingStatistics(entries, today: today), on: today)
        == ["Your longest streak with reading each day is 2 days."])
  }

  @Test(
    "The question before several books are removed says whether the reader's words are lost",
    arguments: [
      (1, 0, "It doesn't have a rating, a review or notes."),
      (2, 0, "None of them has a rating, a review or notes."),
      (2, 1, "This also removes your ratings, reviews and notes of 1 book."),
    ])
  func removal(_ count: Int, _ withWords: Int, _ message: String) {
    #expect(RemovalText(count, withWords: withWords).message == message)
  }
}
