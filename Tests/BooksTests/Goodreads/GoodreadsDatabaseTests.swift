import Catalogue
import Core
import Files
import Services
import Foundation
import TestKit
import Testing

@testable import Books

@Suite("A Goodreads library in a database")
struct GoodreadsDatabaseTests {
  private let scene: GoodreadsScene

  init() throws { scene = try GoodreadsScene(try TestDatabase.books()) }

  private func file(_ count: Int) -> String {
    let rows = (0..<count).map { number in
      let (title, author) = ("Book \(number) (Series, #1)", "Author \(number % 900)")
      let shelf = Shelf.goodreadsNames[number % 3].name
      let review = number % 3 == 0 ? "\"Good,<br/>\"\"very\"\" good. \(number)\"" : ""
      return #"""
        \#(number),"\#(title)",\#(author),"\#(number % 900), Author",,\#
        "=""03161290""","=""\#(9_780_000_000_000 + number)""",\#(number % 6),3.99,Orbit,Paperback,\#
        \#(100 + number % 700),2001,1999,,2019/02/\#(10 + number % 18),\#
        "sf, space, own-\#(number % 9)","sf (#\#(number))",\#(shelf),\#(review),,,1,0

        """#
    }
    return GoodreadsScene.header + "\n" + rows.joined()
  }

  @Test(
    "Ten thousand rows are unchanged after an import, an export and another import",
    .timeLimit(.minutes(60)))
  func tenThousand() async throws {
    let file = file(10_000)
    let report = try await scene.importFile(text: file)
    #expect(report.count("Books added") == 10_000 && report.count("Shelves created") == 11)
    #expect(try await scene.exportFile() == file)
    let again = try await scene.importFile(text: file)
    #expect(again.count("Books unchanged") == 10_000)
    #expect(try await scene.exportFile() == file)
  }

  @Test("Unusual values are kept, and the reader's changes are exported")
  func odd() async throws {
    try await scene.importFile(GoodreadsScene.rows)
    try await scene.change("Piranesi") { $0.rating = 5 }
    let expected = GoodreadsScene.rows.map {
      $0.replacing("9781635575637\",0", with: "9781635575637\",5")
    }
    let text = ([GoodreadsScene.header] + expected).map { "\($0)\n" }.joined()
    #expect(try await scene.exportFile() == text)
  }

  @Test("A cancelled import leaves nothing in any table")
  func cancelled() async throws {
    let path = try scene.write(file(2000))
    let transfer = scene.importing
    let task = Task {
      try await transfer.run(Transfer.Request(files: [path], owner: .guest)) { progress in
        // Part of the books are saved by then.
        if progress.step == GoodreadsTransferText.saving,
          progress.done > (progress.total ?? 0) * 7 / 8
        {
          withUnsafeCurrentTask { $0?.cancel() }
        }
      }
    }
    await #expect(throws: TransferError.cancelled) { try await task.value }
    let tables = ["library_entries", "library_shelves", "imported_rows", "imported_headers"]
    #expect(try scene.database?.dump(tables) == [])
  }

  @Test("A dry run writes nothing, and rows are erased with their owner")
  func erased() async throws {
    try await scene.importFile(GoodreadsScene.rows, isDryRun: true)
    #expect(try scene.database?.dump(["library_entries", "imported_rows"]) == [])
    try await scene.importFile(GoodreadsScene.rows)
    try await scene.stores.store(of: .guest).change("erasing") { records throws(StorageError) in
      try records.removeAll()
    }
    #expect(try scene.database?.dump(["imported_rows", "imported_headers"]) == [])
  }
}
