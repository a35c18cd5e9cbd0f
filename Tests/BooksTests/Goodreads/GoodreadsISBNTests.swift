import Core
import Files
import Services
import TestKit
import Testing

@testable import Books

@Suite("ISBNs of a Goodreads file")
struct GoodreadsISBNTests {
  private static let header = "Book Id,Title,Author,ISBN,ISBN13"
  private static let row = #"1,The Hobbit,J.R.R. Tolkien,"=""054792822X""","=""9780547928227""""#

  private func scenes() throws -> [GoodreadsScene] {
    [try GoodreadsScene(), try GoodreadsScene(.books())]
  }

  @Test("A Goodreads import takes ISBNs from either column, and a second one changes nothing")
  func taken() async throws {
    for scene in try scenes() {
      let rows = [
        Self.row, #"2,Dune,Frank Herbert,"=""0441013597""","=""""""#, "3,Emma,Jane Austen,,",
        "4,Odd,N. N.,,123",
      ]
      try await scene.importFile(rows, header: Self.header)
      let isbns = try await scene.entries.map(\.book.isbn)
      #expect(Set(isbns) == ["9780547928227", "9780441013593", nil])
      let report = try await scene.importFile(rows, header: Self.header)
      #expect(report.count("Books added") == 0 && report.count("Books updated") == 0)
      #expect(try await scene.exportFile() == ([Self.header] + rows).map { "\($0)\n" }.joined())
    }
  }

  @Test("Editions with other ISBNs are other books, also without Goodreads' numbers")
  func editions() async throws {
    for scene in try scenes() {
      let report = try await scene.importFile(
        ["Dune,Frank Herbert,9780441013593,4", "Dune,Frank Herbert,9780441172719,5"],
        header: "Title,Author,ISBN13,My Rating")
      #expect(report.count("Books added") == 2)
      #expect(Set(try await scene.entries.map(\.rating)) == [4, 5])
    }
  }

  @Test("A Goodreads export has the ISBNs of the reader's own books, and their changes")
  func given() async throws {
    for scene in try scenes() {
      try await scene.importFile([Self.row], header: Self.header)
      var own = LibraryEntry.sample(7, on: [.read])
      own.book.isbn = "9780441013593"
      try await scene.stores.store(of: scene.owner).save(own)
      #expect(try await scene.exportFile().contains(#",Book 7,,"=""""","=""9780441013593""""#))
      try await scene.change("The Hobbit") { $0.book.isbn = "9780261102217" }
      let text = try await scene.exportFile()
      #expect(text.contains(#"Tolkien,"=""""","=""9780261102217""""#))
      #expect(!text.contains("9780547928227"))
    }
  }

  @Test("A removed ISBN is exported as removed and stays removed; the report has the difference")
  func removed() async throws {
    for scene in try scenes() {
      try await scene.importFile([Self.row], header: Self.header)
      try await scene.change("The Hobbit") { $0.book.isbn = nil }
      let report = try await scene.importFile([Self.row], header: Self.header)
      #expect(report.differences.map(\.column) == ["ISBN", "ISBN13"])
      #expect(report.differences.map(\.libraryValue) == ["", ""])
      let text = try await scene.exportFile()
      #expect(text.contains(#"1,The Hobbit,J.R.R. Tolkien,"=""""","=""""""#))
      #expect(try await scene.importFile(text: text).differences == [])
      #expect(try await scene.entry("The Hobbit").book.isbn == nil)
    }
  }

  @Test("A Goodreads row fills in the ISBN of a book that the library has without one")
  func filled() async throws {
    for scene in try scenes() {
      try await scene.importFile(["1,The Hobbit,J.R.R. Tolkien,,"], header: Self.header)
      try await scene.importFile([Self.row], header: Self.header)
      #expect(try await scene.entry("The Hobbit").book.isbn == "9780547928227")
      #expect(try await scene.entries.count == 1)
    }
  }

  @Test("A corrected ISBN finds its book again without Goodreads' number")
  func corrected() async throws {
    for scene in try scenes() {
      try await scene.importFile([String(Self.row.dropFirst())], header: Self.header)
      try await scene.change("The Hobbit") { $0.book.isbn = "9780261102217" }
      let report = try await scene.importFile(text: try await scene.exportFile())
      #expect(report.count("Books added") == 0 && report.rejections.isEmpty)
      #expect(try await scene.entries.map(\.book.isbn) == ["9780261102217"])
    }
  }

  @Test("An ISBN finds a book with an entered volume that differs from the title's")
  func otherVolume() async throws {
    for scene in try scenes() {
      var own = LibraryEntry.sample(7, on: [.read])
      (own.book.isbn, own.book.series, own.book.volume) = ("9780547928227", "Middle-earth", "0")
      try await scene.stores.store(of: scene.owner).save(own)
      let title = #""The Hobbit (Middle-earth, #1)""#
      let row = Self.row.replacing("The Hobbit", with: title)
      let report = try await scene.importFile([row], header: Self.header)
      #expect(report.count("Books added") == 0)
      #expect(try await scene.entries.count == 1)
    }
  }

  @Test("Two volumes with the same ISBN in one Goodreads file are not joined")
  func volumes() async throws {
    let rows = (1...2).map { ",\"Naruto (Naruto, #\($0))\",Kishi,,9780547928227" }
    for scene in try scenes() {
      let report = try await scene.importFile(rows, header: Self.header)
      #expect(report.count("Books added") == 2 && report.rejections.isEmpty)
    }
  }

  @Test("An ISBN of a Goodreads file finds a book that was added in the app under any title")
  func found() async throws {
    for scene in try scenes() {
      var own = LibraryEntry.sample(7, on: [.read])
      (own.book.title, own.book.isbn) = ("Der kleine Hobbit", "9780547928227")
      try await scene.stores.store(of: scene.owner).save(own)
      let report = try await scene.importFile([Self.row], header: Self.header)
      #expect(report.count("Books added") == 0)
      #expect(try await scene.entries.map(\.book.title) == ["Der kleine Hobbit"])
    }
  }
}
