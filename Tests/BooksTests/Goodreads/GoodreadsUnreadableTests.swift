import Services
import TestKit
import Testing

@testable import Books

@Suite("An import into a library with unreadable rows")
struct GoodreadsUnreadableTests {
  private let database: TestDatabase
  private let scene: GoodreadsScene

  init() throws {
    database = try .books()
    scene = try GoodreadsScene(database)
  }

  @Test(
    "An import leaves a book that can't be read as it is, and adds its own beside it, once",
    arguments: [("Book Id,Title", "7,Emma"), ("Title,Publisher", "Emma,Penguin")])
  func unreadableBook(_ header: String, _ row: String) async throws {
    try await scene.importFile([row], header: header)
    try await scene.change("Emma") { entry in
      (entry.notes, entry.review, entry.rating) = ("My own notes", "Long.", 4.5)
      entry.history = [ProgressRecord(date: .testDay, progress: .page(12))]
      entry.readings = [PastReading(finished: .testDay)]
    }
    let mine = try await scene.entry("Emma")
    try database.execute("UPDATE library_entries SET authors = '[1]'")
    let report = try await scene.importFile([row], header: header)
    #expect(report.count("Books added") == 1)
    let added = try await scene.entry("Emma")
    #expect(added.id != mine.id && added.notes.isEmpty)
    let again = try await scene.importFile([row], header: header)
    #expect(again.count("Books unchanged") == 1)
    try database.execute("UPDATE library_entries SET authors = '[]'")
    let all = try await scene.entries
    #expect(all.count == 2 && all.contains(mine) && all.contains(added))
  }

  @Test("A book that was removed is added with its identifier, also beside an unreadable book")
  func removedBook() async throws {
    try await scene.importFile(["7,Emma", "8,Nada"], header: "Book Id,Title")
    let (emma, nada) = (try await scene.entry("Emma"), try await scene.entry("Nada"))
    try await scene.stores.store(of: scene.owner).remove(nada.id)
    try database.execute("UPDATE library_entries SET authors = '[1]'")
    try await scene.importFile(["7,Emma", "8,Nada"], header: "Book Id,Title")
    let (newEmma, newNada) = (try await scene.entry("Emma"), try await scene.entry("Nada"))
    #expect(newEmma.id != emma.id && newNada.id == nada.id)
  }

  @Test("A book gets no identifier that is not UTF-8, by which it would not be found, from its row")
  func unreadableIdentifier() async throws {
    try await scene.importFile(["7,Emma"], header: "Book Id,Title")
    let emma = try await scene.entry("Emma")
    try await scene.stores.store(of: scene.owner).remove(emma.id)
    try database.execute("UPDATE imported_rows SET entry = CAST(X'61FF' AS TEXT)")
    let report = try await scene.importFile(["7,Emma"], header: "Book Id,Title")
    #expect(report.count("Books added") == 1)
    #expect(try await scene.entries.map(\.book.title) == ["Emma"])
  }
}
