import Core
import Services
import SQLiteStorage
import Testing

@testable import AppComposition

/// The files of users who had the feature FormerLoans, which the app no longer has.
@Suite("A removed feature with a table")
@MainActor struct RetiredFeatureTests {
  private let disk: Disk
  private static let loans = Migration(
    "formerloans", "table", ["CREATE TABLE former_loans (id TEXT) STRICT"])

  init() async throws {
    disk = try Disk()
    let storage = try await open([Self.loans], retired: [])
    _ = try storage.database.write("lending") { transaction throws(StorageError) in
      try transaction.execute("INSERT INTO former_loans VALUES ('one')")
    }
    // feature: Backups
    try storage.backups.backUp(to: copy, replacing: true) { _, _ in }
    // end
    storage.close()
  }

  // feature: Backups
  private var copy: String { "\(disk.path)/copy" }

  // end
  private func open(
    _ more: [Migration] = [], retired: Set<String>
  ) async throws(StorageError) -> AppStorage {
    try await AppStorage.open(
      AppFolders(dataFolder: disk.path, environment: [:]),
      tables: AppFeature.all.flatMap(\.migrations) + more, retired: retired)
  }

  private func loans(in storage: AppStorage) throws -> Int? {
    try storage.database.read("reading") { reader throws(StorageError) in
      try reader.first("SELECT count(*) FROM former_loans") { row throws(StorageError) in
        try row.number(0)
      }
    }
  }

  // feature: Backups
  @Test("Backups restore with a removed feature's table in them")
  func restored() async throws {
    let storage = try await open(retired: ["formerloans"])
    try storage.backups.check(copy)
    _ = try storage.backups.restore(from: copy, on: #require(CalendarDate("2026-11-20"))) { _, _ in
    }
    #expect(try loans(in: storage) == 1)
    storage.close()
  }

  // end
  @Test("Data folders open with a removed feature's table in them, which is there for it again")
  func retired() async throws {
    let storage = try await open(retired: ["formerloans"])
    #expect(try loans(in: storage) == 1)
    storage.close()
    // The feature is made again.
    let again = try await open([Self.loans], retired: [])
    #expect(try loans(in: again) == 1)
    again.close()
  }

  @Test("The files of a removed feature that is not listed count as those of a newer version")
  func unlisted() async throws {
    await #expect(throws: StorageError.newer) { try await open(retired: []) }
  }

  @Test("The app's list of removed features names none that still has migrations")
  func list() {
    #expect(AppFeature.retired.isDisjoint(with: AppFeature.all.flatMap(\.migrations).map(\.module)))
  }
}
