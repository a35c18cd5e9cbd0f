import Files
import Core
import Services
import Foundation
import SQLiteStorage
import Testing

@testable import Books

@Suite("Imported rows in a database")
struct ImportedRowTableTests {
  private let scene: GoodreadsScene
  private let database: SQLiteDatabase

  init() throws {
    scene = try GoodreadsScene()
    database = try SQLiteDatabase(path: scene.path("a.sqlite"))
    try database.migrate(ImportedRowTable.migrations)
  }

  private let rows = [
    ImportedRow(entry: "b", position: 1, header: "Title,Ü", text: "x\0,\u{1F600}"),
    ImportedRow(entry: "a", position: 2, header: "Title,U\u{308}", text: "\"\n\""),
  ]

  private static func records(
    of owner: String, in transaction: any DatabaseTransaction
  ) -> DatabaseLibraryRecords {
    DatabaseLibraryRecords(
      transaction: transaction, owner: owner, damage: RowDamageLog(MemoryLogger()))
  }

  private func save(_ rows: [ImportedRow], _ owner: String) throws {
    try database.write("saving") { transaction throws(StorageError) in
      try Self.records(of: owner, in: transaction).save(rows)
    }
  }

  private func read(_ owner: String) throws -> [ImportedRow] {
    try database.read("reading") { reader throws(StorageError) in
      try DatabaseLibraryReader(
        reader: reader, owner: owner, damage: RowDamageLog(MemoryLogger())
      ).importedRows()
    }
  }

  @Test("Rows are read in their order, byte for byte, and belong to one owner")
  func keeps() throws {
    try save(rows.reversed(), "guest/")
    let found = try read("guest/")
    #expect(found == rows)
    #expect(found.map { Array($0.header.utf8) } == rows.map { Array($0.header.utf8) })
    #expect(try read("account/x/") == [])
  }

  @Test("A row replaces the row of the same entry")
  func replaces() throws {
    try save(rows, "guest/")
    var row = rows[0]
    (row.text, row.position) = ("y", 9)
    try save([row], "guest/")
    #expect(try read("guest/") == [rows[1], row])
  }

  @Test("A row whose position is out of range comes first, and the others keep theirs")
  func outOfRange() throws {
    try save(rows, "guest/")
    try database.write("damaging") { transaction throws(StorageError) in
      _ = try transaction.execute(
        "UPDATE imported_rows SET position = \(Int.max) WHERE entry = 'a'")
    }
    let found = try read("guest/")
    #expect(found.map(\.entry) == ["a", "b"])
    #expect(found.map(\.position) == [0, 1])
  }

  @Test("Rows are removed with their owner")
  func removes() throws {
    try save(rows, "guest/")
    try save(rows, "account/x/")
    try database.write("removing") { transaction throws(StorageError) in
      try Self.records(of: "account/x/", in: transaction).removeImportedRows()
    }
    #expect(try read("guest/") == rows)
    #expect(try read("account/x/") == [])
    let headers = try database.read("counting") { reader throws(StorageError) in
      try reader.rows("SELECT owner FROM imported_headers") { row throws(StorageError) in
        try row.string(0)
      }
    }
    #expect(Set(headers) == ["guest/"])
  }
}
