import Foundation
import Services
import TestKit
import Testing

@testable import SQLiteStorage

@Suite("A database that another window has set aside")
struct MovedFileTests {
  private let library: BackedUpLibrary

  init() throws {
    library = try BackedUpLibrary()
    try Self.moveAside(library)
  }

  private static func moveAside(_ library: BackedUpLibrary) throws {
    let (path, aside) = (library.database.path, library.folder.file("aside.sqlite"))
    for suffix in ["-wal", "-shm", ""] {
      try FileManager.default.moveItem(atPath: path + suffix, toPath: aside + suffix)
    }
  }

  /// Opens the new database as another window does, with one shelf.
  private func other() throws -> SQLiteDatabase {
    let database = try SQLiteRecovery.open(
      library.database.path, migrations: BackedUpLibrary.steps,
      backups: library.folder.file("backups")
    ).database
    try database.run("INSERT INTO shelves VALUES ('new')")
    return database
  }

  private func shelves(in database: SQLiteDatabase) throws(StorageError) -> [String] {
    try database.readLong("reading all shelves") { reader throws(StorageError) in
      try reader.rows("SELECT name FROM shelves") { row throws(StorageError) in try row.string(0) }
    }
  }

  private func expectMoved(_ body: () throws -> Void) {
    let problem = #expect(throws: StorageError.self) { try body() }
    #expect(problem?.description.contains("was moved or replaced") == true)
  }

  @Test("A window whose file was replaced restores nothing over the new one and reads none of it")
  func replaced() throws {
    let other = try other()
    expectMoved { try library.restore(library.copy) }
    expectMoved { try library.backups.backUp(to: library.folder.file("new.sqlite")) }
    expectMoved { _ = try shelves(in: library.database) }
    #expect(try shelves(in: other) == ["new"])
  }

  @Test("A window whose file was moved exports nothing of it, even if it has exported before")
  func exportedBefore() throws {
    let library = try BackedUpLibrary()
    #expect(try shelves(in: library.database) == ["read"])
    try Self.moveAside(library)
    expectMoved { _ = try shelves(in: library.database) }
  }

  @Test("A window whose file was moved creates no other one in its place")
  func missing() throws {
    expectMoved { try library.restore(library.copy) }
    #expect(!FileManager.default.fileExists(atPath: library.database.path))
  }
}
