import Files
import Catalogue
import Core
import Services
import Foundation
import Testing

@testable import Books

@Suite("Matching rows without a Goodreads number")
struct GoodreadsIdentityTests {
  private let scene: GoodreadsScene

  init() throws { scene = try GoodreadsScene() }

  private func add(_ books: [(title: String, year: Int?)], to scene: GoodreadsScene) async throws {
    for book in books {
      try await scene.stores.store(of: .guest).save(
        LibraryEntry(
          id: LibraryEntry.ID(UUID().uuidString),
          book: BookCopy(title: book.title, authors: [AuthorName(name: "Kishi")], year: book.year),
          shelves: [.reading], added: Date(timeIntervalSince1970: 1_700_000_000)))
    }
  }

  private func titles(in scene: GoodreadsScene) async throws -> [String] {
    try await scene.stores.store(of: .guest).allEntries()
      .map { "\($0.book.title) \($0.book.year.map(String.init) ?? "-")" }.sorted()
  }

  @Test("Another volume of a series is another book")
  func volumes() async throws {
    try await add([("Naruto (Naruto, #1)", nil)], to: scene)
    let report = try await scene.importFile(
      ["77,\"Naruto (Naruto, #2)\",Kishi,1"], header: "Book Id,Title,Author,My Rating")
    #expect(report.count("Books added") == 1)
    #expect(try await scene.entry("Naruto (Naruto, #1)").rating == nil)
    #expect(try await scene.entry("Naruto (Naruto, #2)").rating == 1)
  }

  @Test("A title without its series matches one of its volumes")
  func series() async throws {
    try await add([("Naruto", nil)], to: scene)
    let rows = ["\"Naruto (Naruto, #1)\",Kishi,1", "\"Naruto (Naruto, #2)\",Kishi,2"]
    let report = try await scene.importFile(rows, header: "Title,Author,My Rating")
    #expect(report.rejections.isEmpty)
    #expect(try await titles(in: scene) == ["Naruto (Naruto, #2) -", "Naruto -"])
    #expect(try await scene.entry("Naruto").rating == 1)
  }

  @Test("Books that differ only in volume or year survive an export and an import")
  func roundTrip() async throws {
    let books: [(String, Int?)] = [
      ("Naruto (Naruto, #1)", nil), ("Naruto (Naruto, #2)", nil), ("Poems", nil), ("Poems", 1999),
      ("Poems", 2005),
    ]
    try await add(books, to: scene)
    let text = try await scene.exportFile()
    let other = try GoodreadsScene()
    for _ in 0..<2 {
      let report = try await other.importFile(text: text)
      #expect(report.rejections.isEmpty && report.differences.isEmpty)
      #expect(try await titles(in: other) == titles(in: scene))
    }
    #expect(try await other.exportFile() == text)
    let again = try await scene.importFile(text: text)
    #expect(again.rejections.isEmpty && again.differences.isEmpty)
    #expect(try await titles(in: scene).count == books.count)
  }

  @Test("The volume that a book in the app has beside its title counts, too")
  func enteredVolume() async throws {
    var entry = LibraryEntry.sample(1)
    entry.book = BookCopy(
      title: "Naruto", authors: [AuthorName(name: "Kishi")], series: "Naruto", volume: "1")
    try await scene.stores.store(of: .guest).save(entry)
    let rows = ["77,\"Naruto (Naruto, #2)\",Kishi,2", "78,\"Naruto (Naruto, #1)\",Kishi,1"]
    let report = try await scene.importFile(rows, header: "Book Id,Title,Author,My Rating")
    #expect(report.count("Books added") == 1 && report.count("Books updated") == 1)
    #expect(try await scene.stores.store(of: .guest).entry("entry-1")?.rating == 1)
  }

  @Test(
    "An entered volume that is written in another way is the same volume",
    arguments: [
      ("01", "Naruto, #1"), ("1.0", "Naruto, #1"), ("Book 1", "Naruto, #1"),
      ("1", "Naruto, #1; Jump, #9"),
    ])
  func writtenVolume(volume: String, series: String) async throws {
    var entry = LibraryEntry.sample(1)
    entry.book = BookCopy(
      title: "Naruto", authors: [AuthorName(name: "Kishi")], series: "Naruto", volume: volume)
    try await scene.stores.store(of: .guest).save(entry)
    let rows = ["78,\"Naruto (\(series))\",Kishi,1"]
    let report = try await scene.importFile(rows, header: "Book Id,Title,Author,My Rating")
    #expect(report.count("Books added") == 0)
    #expect(try await scene.stores.store(of: .guest).entry("entry-1")?.rating == 1)
  }
}
