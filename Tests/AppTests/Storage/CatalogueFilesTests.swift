// Needs: Books

import Foundation
import SQLiteStorage
import Services
import TestKit
import Testing

@testable import AppComposition

@Suite("The file of an imported dump")
struct CatalogueFilesTests {
  private let folder: TemporaryFolder
  private let folders: AppFolders

  init() throws {
    folder = try TemporaryFolder()
    folders = try AppFolders(dataFolder: folder.path, environment: [:])
  }

  private func tables(_ database: any Database) throws -> Int? {
    try database.read("counting") { reader throws(StorageError) in
      try reader.first("SELECT count(*) FROM sqlite_schema") { row throws(StorageError) in
        try row.number(0)
      }
    }
  }

  /// Creates a file whose first pages are intact: the schema and the list of migrations.
  private func makeDamaged() throws {
    let files = CatalogueFiles(folders)
    try files.dump().migrate([
      Migration(
        "catalogue", "books",
        ["CREATE TABLE books (title TEXT) STRICT", "INSERT INTO books VALUES ('Emma')"])
    ])
    files.close()
    try damageDatabase(at: folders.dump, from: 2 * 16_384, count: nil)
  }

  @Test("An imported dump stays when searches find damage in it, until an import replaces it")
  func damaged() throws {
    try makeDamaged()
    for _ in 1...2 {
      let files = CatalogueFiles(folders)
      let found = try #require(try files.importedDump())
      #expect(throws: StorageError.self) {
        try found.read("searching") { reader throws(StorageError) in
          try reader.rows("SELECT title FROM books") { row throws(StorageError) in
            try row.string(0)
          }
        }
      }
      files.close()
    }
    let files = CatalogueFiles(folders)
    let found = try #require(try files.importedDump())
    #expect(try tables(found) == 2)
    let new = try files.dump()
    #expect(try tables(new) == 0)
    let reopened = try #require(try files.importedDump())
    #expect(try tables(reopened) == 0)
    files.close()
  }

  @Test("All readers that first ask for an imported dump at the same time find it")
  func firstReaders() async throws {
    let importing = CatalogueFiles(folders)
    _ = try importing.dump()
    importing.close()
    for _ in 1...10 {
      let files = CatalogueFiles(folders)
      let found = try await withThrowingTaskGroup(of: Bool.self) { group in
        for _ in 1...8 { group.addTask { try files.importedDump() != nil } }
        return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      #expect(found == 8)
      files.close()
    }
  }
}
