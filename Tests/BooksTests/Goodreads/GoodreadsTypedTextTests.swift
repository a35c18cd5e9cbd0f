import Catalogue
import Files
import Services
import TestKit
import Testing

@testable import Books

@Suite("Typed text in an exported Goodreads file")
struct GoodreadsTypedTextTests {
  @Test("A book with 2,000 authors, a long title and text with U+0000 is exported and imported")
  func imported() async throws {
    var entry = LibraryEntry.sample(1, on: [.read])
    entry.book.title = String(repeating: "👩‍👩‍👧‍👦", count: 500)
    entry.book.authors = (1...EntryBounds.maximumNames).map {
      AuthorName(name: "\($0) \(String(repeating: "x", count: 490))")
    }
    entry.review = "\0\u{1}\u{7F}, \"quoted\"\n\0"
    entry.notes = "a\0b"
    let (first, second) = (try GoodreadsScene(), try GoodreadsScene(TestDatabase.books()))
    try await first.stores.store(of: first.owner).save(entry)
    let report = try await second.importFile(text: first.exportFile())
    #expect(report.rejectionCount == 0, "\(report.rejections)")
    #expect(entry.book.title.utf8.count < EntryBounds.maximumNameSize)
    let book = try #require(try await second.entries.first)
    #expect(book.book.title == entry.book.title)
    #expect(book.book.authors.map(\.name) == entry.book.authors.map(\.name))
    #expect(book.review == entry.review && book.notes == entry.notes)
  }
}
