import Core
import Files
import Services
import Foundation
import SQLiteStorage
import TestKit
import Testing

@Suite("A row that the app can't decode")
struct MisunderstoodRowTests {
  private let folder: TemporaryFolder
  private let path: String
  private let error = StorageError.damaged("a row")

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("bank.sqlite")
  }

  private func opened(_ more: Migration...) throws -> (SQLiteDatabase, DamageReport?) {
    try SQLiteRecovery.open(
      path, migrations: Bank.migrations + more, backups: folder.file("backups"))
  }

  @Test("A row that can't be decoded is not reported as damage, and the file is not set aside")
  func row() throws {
    let database = try opened().0
    let error = error
    #expect(throws: error) {
      try database.read("reading") { _ throws(StorageError) in throw error }
    }
    #expect(throws: error) {
      try database.readLong("reading") { _ throws(StorageError) in throw error }
    }
    #expect(throws: error) {
      try database.write("writing") { _ throws(StorageError) in throw error }
    }
    #expect(!FileManager.default.fileExists(atPath: path + "-damaged"))
    #expect(try opened().1 == nil)
  }

  @Test("A row that can't be decoded stops a migration, and the file stays in place")
  func migration() throws {
    try Bank.add(1, to: try opened().0)
    let strange = Migration("bank", "strange") { [error] _ throws(StorageError) in throw error }
    #expect(throws: StorageError.unavailable("a row")) { try opened(strange) }
    let database = try opened().0
    let count = try database.number("SELECT count(*) FROM transfers")
    #expect(count == 1)
  }
}
