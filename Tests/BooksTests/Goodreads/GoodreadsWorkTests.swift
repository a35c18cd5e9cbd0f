import Catalogue
import Core
import Foundation
import Goodreads
import Services
import TestKit
import Testing

@testable import Books

@Suite("The work of matching a row with many books")
struct GoodreadsWorkTests {
  private func row(_ title: String, _ year: Int, _ review: String) throws -> GoodreadsRow {
    let header = try #require(GoodreadsHeader("Title,Original Publication Year,My Review"))
    return try #require(
      GoodreadsRow(line: 2, header: header, text: "\(title),\(year),\(review)"))
  }

  /// Returns the shortest of three CPU times of an action.
  private func seconds(_ action: () -> Void) -> Double {
    (0..<3).map { _ in
      let begin = LinearReading.computed()
      action()
      return LinearReading.computed() - begin
    }.min() ?? 0
  }

  @Test(
    "A long row is parsed once, however many books have its title",
    arguments: [(title: 30_000, review: 0), (0, 1_400_000)], [1990, 1999])
  func parsedOnce(_ lengths: (title: Int, review: Int), _ year: Int) throws {
    let title = "A (\(String(repeating: "x", count: lengths.title)) #1)"
    let review = String(repeating: "x", count: lengths.review)
    let entries = (0..<50).map {
      LibraryEntry(
        id: LibraryEntry.ID("entry-\($0)"), book: BookCopy(title: title, year: 1990),
        shelves: [], added: .now)
    }
    let index = GoodreadsIndex(entries, [], shelfNames: [:], timeZone: .gmt)
    let row = try row(title, year, review)
    let book = GoodreadsBook(row)
    let parsing = seconds { _ = GoodreadsBook(row) }
    let matching = seconds { _ = index.match(book, row) }
    #expect(index.match(book, row) == "entry-0")
    #expect(matching < 5 * parsing + 0.02, "\(parsing) s, \(matching) s")
  }
}
