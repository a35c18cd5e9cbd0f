import Core
import Foundation
import SQLiteStorage
import Testing

/// A folder that is there for one test.
final class TemporaryFolder {
  let path: String

  init() throws {
    path =
      FileManager.default.temporaryDirectory.appending(path: "storage-\(UUID().uuidString)")
      .path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  func file(_ name: String) -> String { "\(path)/\(name)" }
}

@Suite("A database in a file")
struct SQLiteDatabaseTests {
  @Test("keeps rows from one opening to the next")
  func keepsRows() throws {
    let folder = try TemporaryFolder()
    let steps = [Migration("test", "notes", ["CREATE TABLE notes (text TEXT NOT NULL) STRICT"])]
    do {
      let database = try SQLiteDatabase(path: folder.file("a.sqlite"))
      try database.migrate(steps)
      try database.write("saving") { transaction throws(StorageError) in
        try transaction.execute("INSERT INTO notes VALUES (?)", ["hello"])
      }
    }
    let database = try SQLiteDatabase(path: folder.file("a.sqlite"))
    try database.migrate(steps)
    let found = try database.read("reading") { reader throws(StorageError) in
      try reader.rows("SELECT text FROM notes") { row throws(StorageError) in try row.string(0) }
    }
    #expect(found == ["hello"])
  }
}
