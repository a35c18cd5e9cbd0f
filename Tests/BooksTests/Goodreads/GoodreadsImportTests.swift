import Catalogue
import Core
import Accounts
import Files
import Services
import Foundation
import Testing

@testable import Books

@Suite("Importing from Goodreads")
struct GoodreadsImportTests {
  private let scene: GoodreadsScene

  init() throws { scene = try GoodreadsScene() }

  @Test("The books of a file are on the shelves")
  func mapping() async throws {
    let report = try await scene.importFile(GoodreadsScene.rows)
    #expect(report.count("Books added") == 5)
    #expect(report.rejections == [])
    // A month without a day is kept but not shown.
    #expect(report.count("Values not recognised (kept for export)") == 1)
    let wakes = try await scene.entry("Leviathan")
    #expect(wakes.book.authors.map(\.name) == ["James S.A. Corey"])
    #expect(wakes.book.pages == 592 && wakes.book.year == 2011 && wakes.rating == 4)
    #expect(wakes.standardShelf == .read)
    #expect(wakes.finished == CalendarDate("2024-03-14"))
    #expect(CalendarDate(of: wakes.added, in: .gmt) == CalendarDate("2024-02-01"))
    #expect(wakes.review == "Great fun.\n\nLoved <i>Miller</i> &amp; Holden.")
    #expect(try await scene.shelves(of: "Leviathan") == ["sf", "space"])
    #expect(try await scene.entry("Piranesi").standardShelf == .reading)
    let omens = try await scene.entry("Good Omens")
    #expect(omens.book.title == "Good Omens: \"Nice\", Accurate")
    #expect(omens.book.authors.map(\.name) == ["Terry Pratchett", "Neil Gaiman"])
    #expect(omens.standardShelf == .wantToRead && omens.rating == nil)
    let odyssey = try await scene.entry("The Odyssey")
    #expect(odyssey.book.year == -700 && odyssey.finished == nil)
    #expect(odyssey.review == "Two\nlines, \"quoted\"" && odyssey.notes == "mine alone")
    #expect(try await scene.entry("Infinite").standardShelf == nil)
    #expect(try await scene.shelves(of: "Infinite") == ["did-not-finish"])
  }

  @Test("Books added on one day keep the order of the file")
  func order() async throws {
    let rows = (1...9).map { "\($0),Book \($0),A. Writer,2020/01/05,to-read" }
    let header = "Book Id,Title,Author,Date Added,Exclusive Shelf"
    try await scene.importFile(rows, header: header)
    let shelved = try await scene.entries.sorted { $0.added > $1.added }
    #expect(shelved.map(\.book.title) == (1...9).map { "Book \($0)" })
    let days = Set(shelved.map { CalendarDate(of: $0.added, in: .gmt) })
    #expect(days == [CalendarDate("2020-01-05")])
  }

  @Test("Importing the same file again changes nothing")
  func twice() async throws {
    try await scene.importFile(GoodreadsScene.rows)
    let before = try await scene.entries
    let report = try await scene.importFile(GoodreadsScene.rows)
    #expect(report.count("Books unchanged") == 5)
    #expect(report.count("Books added") == 0 && report.count("Books updated") == 0)
    #expect(try await scene.entries == before)
  }

  @Test("The reader's changes in the app are kept, including removed values")
  func stays() async throws {
    try await scene.importFile(GoodreadsScene.rows)
    try await scene.change("Leviathan") { entry in
      (entry.rating, entry.review, entry.shelves) = (2, "Not again.", [.wantToRead])
      entry.book.pages = 600
    }
    try await scene.change("The Odyssey") { $0.notes = "" }
    let before = try await scene.entries
    try await scene.importFile(GoodreadsScene.rows)
    #expect(try await scene.entries == before)
    // The rows are new because of other averages, but the reader's values are the same.
    try await scene.importFile(
      GoodreadsScene.rows.map {
        $0.replacing("4.27", with: "4.3").replacing("3.83", with: "3.9")
      })
    #expect(try await scene.entries == before)
    let lines = try await scene.exportFile().split(separator: "\n")
    #expect(lines[1].contains(",2,4.3,Orbit,Paperback,600,"))
    #expect(lines[1].contains(",to-read,to-read,to-read,Not again.,"))
  }

  @Test("Missing values are filled from a newer file")
  func fills() async throws {
    try await scene.importFile(GoodreadsScene.rows)
    let newer = GoodreadsScene.rows.map {
      $0.replacing("9781635575637\",0", with: "9781635575637\",5").replacing(
        "currently-reading,,,,1", with: "currently-reading,Wonderful,,,1")
    }
    let report = try await scene.importFile(newer)
    #expect(report.count("Books updated") == 1 && report.count("Books unchanged") == 4)
    let piranesi = try await scene.entry("Piranesi")
    #expect(piranesi.rating == 5 && piranesi.review == "Wonderful")
  }

  @Test("A book added without Goodreads is matched, and keeps its values")
  func sameBook() async throws {
    var entry = LibraryEntry(
      id: "mine",
      book: BookCopy(title: "Leviathan wakes", authors: [AuthorName(name: "James S. A. Corey")]),
      reference: CatalogueReference(source: "embedded", key: "leviathan-wakes"),
      shelves: [.reading], added: Date(timeIntervalSince1970: 1))
    entry.notes = "a present"
    try await scene.stores.store(of: .guest).save(entry)
    let report = try await scene.importFile(GoodreadsScene.rows)
    #expect(report.count("Books added") == 4 && report.count("Books updated") == 1)
    let kept = try #require(try await scene.stores.store(of: .guest).entry("mine"))
    #expect(kept.notes == "a present" && kept.rating == 4)
    #expect(kept.standardShelf == .read && kept.finished == CalendarDate("2024-03-14"))
    #expect(kept.book.title == "Leviathan wakes" && kept.book.pages == 592)
  }

  @Test("Two editions of a book are two books; a row without a number is matched by its ISBN")
  func identity() async throws {
    let header = "Book Id,Title,Author,ISBN13"
    try await scene.importFile(
      ["1,Dune,Herbert,=\"9780441013593\"", "2,Dune,Herbert,"], header: header)
    #expect(try await scene.entries.count == 2)
    let report = try await scene.importFile([",Dune!,F. Herbert,9780441013593"], header: header)
    #expect(report.count("Books added") == 0)
    let double = try await scene.importFile(["3,Emma,Austen,", "3,Emma,Austen,"], header: header)
    #expect(double.rejections.map(\.line) == [3])
    #expect(double.rejections.first?.reason.contains("line 2") == true)
  }

  @Test("A dry run gives the same report, and changes nothing")
  func dryRun() async throws {
    let rows = GoodreadsScene.rows + ["1,2,3"]
    let trial = try await scene.importFile(rows, isDryRun: true)
    #expect(try await scene.entries.isEmpty)
    #expect(try await scene.stores.store(of: .guest).ownShelves().isEmpty)
    let report = try await scene.importFile(rows)
    #expect(trial.counts == report.counts && trial.rejections == report.rejections)
    #expect(trial.summary.hasSuffix(" would be imported. Skipped 1 row."))
  }

  @Test("A removed book is imported again")
  func removed() async throws {
    try await scene.importFile(GoodreadsScene.rows)
    try await scene.stores.store(of: .guest).remove(try await scene.entry("Piranesi").id)
    let report = try await scene.importFile(GoodreadsScene.rows)
    #expect(report.count("Books added") == 1)
    #expect(
      try await scene.exportFile().split(separator: "\n").count(where: { $0.contains("Piranesi") })
        == 1)
  }

  @Test("A cancelled import changes nothing")
  func cancelled() async throws {
    let path = try scene.write(
      ([GoodreadsScene.header] + GoodreadsScene.rows).joined(separator: "\n"))
    let transfer = scene.importing
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await transfer.run(Transfer.Request(files: [path], owner: .guest)) { _ in }
    }
    await #expect(throws: TransferError.cancelled) { try await task.value }
    #expect(try await scene.entries.isEmpty)
  }

  @Test("A guest's imported rows move to an account with all columns")
  func moves() async throws {
    try await scene.importFile(GoodreadsScene.rows)
    let rows = try scene.stores.records(of: .guest, in: nil).importedRows()
    try BooksAccountData(stores: scene.stores, identifiers: UniqueIdentifiers())
      .move(from: .guest, to: .account("a"), in: nil)
    let moved = try scene.stores.records(of: .account("a"), in: nil).importedRows()
    #expect(moved.map(\.text) == rows.map(\.text))
    #expect(try scene.stores.records(of: .guest, in: nil).importedRows() == [])
  }

  @Test("A library that a guest and an account have both imported has each book once after a move")
  func movesAgain() async throws {
    let data = BooksAccountData(stores: scene.stores, identifiers: UniqueIdentifiers())
    // By Goodreads' number, or by the whole row.
    for rating in [4, 5] {
      try await scene.importFile(
        ["1,Emma,Jane Austen,\(rating)", ",Nada,Carmen Laforet,0"],
        header: "Book Id,Title,Author,My Rating")
      try await scene.change("Nada") { $0.notes = "Lent in \(rating)." }
      try data.move(from: .guest, to: .account("a"), in: nil)
    }
    let moved = try await scene.stores.store(of: .account("a")).allEntries()
    #expect(moved.map(\.book.title).sorted() == ["Emma", "Nada"])
    #expect(moved.first { $0.book.title == "Emma" }?.rating == 4)
    #expect(moved.first { $0.book.title == "Nada" }?.notes == "Lent in 4.\n\nLent in 5.")
    #expect(try scene.stores.records(of: .account("a"), in: nil).importedRows().count == 2)
  }

  @Test("A book that a guest and an account have both imported keeps the guest's link")
  func movesReference() async throws {
    let data = BooksAccountData(stores: scene.stores, identifiers: UniqueIdentifiers())
    for key in [nil, "emma"] {
      try await scene.importFile(["1,Emma,Jane Austen"], header: "Book Id,Title,Author")
      try await scene.change("Emma") { entry in
        entry.reference = key.map { CatalogueReference(source: "embedded", key: $0) }
      }
      try data.move(from: .guest, to: .account("a"), in: nil)
    }
    let moved = try await scene.stores.store(of: .account("a")).allEntries()
    #expect(moved.map { $0.reference?.key } == ["emma"])
  }

  @Test("Imported values are in the JSON export, too")
  func json() async throws {
    try await scene.importFile(GoodreadsScene.rows)
    let data = try await BooksAccountData(stores: scene.stores, identifiers: UniqueIdentifiers())
      .export(of: .guest)
    let text = String(decoding: try #require(data), as: UTF8.self)
    #expect(text.contains(#""Publisher" : "Bloomsbury""#) && text.contains(#""Spoiler" : "true""#))
  }

  @Test("A file without shelves moves no book, and says where a new one belongs by its rating")
  func withoutShelves() async throws {
    try await scene.importFile(
      ["Infinite Jest,2,did-not-finish"], header: "Title,My Rating,Exclusive Shelf")
    try await scene.importFile(["Infinite Jest,2", "Emma,4"], header: "Title,My Rating")
    #expect(try await scene.entry("Infinite Jest").standardShelf == nil)
    #expect(try await scene.entry("Emma").standardShelf == .read)
  }

  @Test("Shelves in a file that differ by spaces alone are one shelf, also with one in the library")
  func spaces() async throws {
    try await scene.stores.store(of: .guest).save(Shelf(id: "own", name: "Deep sea"))
    let header = "Book Id,Title,Bookshelves,Exclusive Shelf"
    try await scene.importFile(
      ["1,Emma,\"deep  sea, old  books, old books\",read"], header: header)
    #expect(try await scene.shelves(of: "Emma") == ["Deep sea", "old books"])
    #expect(try await scene.exportFile().contains("\"deep  sea, old  books, old books\",read"))
  }
}
