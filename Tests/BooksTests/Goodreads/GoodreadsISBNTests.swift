import Core
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

  @Test("are taken from either column, and a second import changes nothing")
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

  @Test("of the reader's books are exported, and changes of them")
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
      // A removed number stays in the file.
      try await scene.change("The Hobbit") { $0.book.isbn = nil }
      #expect(try await scene.exportFile().contains(Self.row))
    }
  }

  @Test("fill in those of a book that the library has without one")
  func filled() async throws {
    for scene in try scenes() {
      try await scene.importFile(["1,The Hobbit,J.R.R. Tolkien,,"], header: Self.header)
      try await scene.importFile([Self.row], header: Self.header)
      #expect(try await scene.entry("The Hobbit").book.isbn == "9780547928227")
      #expect(try await scene.entries.count == 1)
    }
  }
}
