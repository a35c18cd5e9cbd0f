// Needs: Books

import Core
import Services
import Foundation
import SQLiteStorage
import TestKit
import Testing

@testable import AppComposition
@testable import Books

/// The settings behind the promises about files, checked on the app's own connections.
@Suite("The app's own connections")
@MainActor struct ConnectionTests {
  private nonisolated static let durable = ["synchronous": "2"]
  private nonisolated static let losable = ["synchronous": "1"]
  /// The settings of all writing connections.
  private nonisolated static let writing = [
    "journal_mode": "wal", "foreign_keys": "1", "secure_delete": "1", "trusted_schema": "0",
    "cell_size_check": "1", "fullfsync": "1", "checkpoint_fullfsync": "1",
  ]
  private nonisolated static let reading = [
    "journal_mode": "wal", "trusted_schema": "0", "cell_size_check": "1",
  ]

  private nonisolated func expect(
    _ settings: [String: String], _ reader: any DatabaseReader, _ name: String
  ) throws(StorageError) {
    // A connection knows the journal mode only after a read.
    _ = try reader.first("SELECT count(*) FROM sqlite_schema") { _ in true }
    for (pragma, value) in settings {
      let found = try reader.first("PRAGMA \(pragma)") { row throws(StorageError) in row.text(0) }
      #expect(found == value, "\(pragma) of \(name)")
    }
  }

  private func expect(
    _ settings: [String: String], of database: any Database, _ name: String
  ) throws {
    try database.write("asking") { transaction throws(StorageError) in
      try expect(settings.merging(Self.writing) { first, _ in first }, transaction, name)
    }
    try database.read("asking") { reader throws(StorageError) in
      try expect(Self.reading, reader, name)
    }
    try database.readLong("asking") { reader throws(StorageError) in
      try expect(Self.reading, reader, name)
    }
  }

  @Test("The app's connections commit to disk, check foreign keys and overwrite deleted data")
  func settings() async throws {
    let disk = try Disk()
    let storage = try await AppStorage.open(
      AppFolders(dataFolder: disk.path, environment: [:]))
    try expect(Self.durable, of: storage.library, "the library")
    try expect(Self.durable, of: storage.database, "the library as features have it")
    try expect(Self.losable, of: #require(storage.places), "the places")
    try expect(Self.losable, of: storage.catalogue.embedded(), "the embedded books")
    try expect(Self.losable, of: storage.catalogue.dump(), "the dump")
    storage.close()
  }

  @Test("The app's schema has far shorter statements than those for which a backup is refused")
  func statements() async throws {
    let disk = try Disk()
    let storage = try await AppStorage.open(
      AppFolders(dataFolder: disk.path, environment: [:]))
    let longest = try storage.library.read("measuring") { reader throws(StorageError) in
      try reader.first("SELECT max(length(sql)) FROM sqlite_schema") { row throws(StorageError) in
        try row.number(0)
      }
    }
    storage.close()
    #expect(try #require(longest) < 100_000)
  }
}
