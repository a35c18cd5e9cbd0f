import Accounts
import Files
import Services
import Core
import Foundation
import SQLiteStorage
import Synchronization
import TestKit
import Testing

@testable import Backups

/// A folder with a database, its backups, and apps over them. Each window is another start.
@MainActor final class BackupWorld {
  nonisolated static let migrations =
    DatabaseKeyValueStore.migrations + [
      Migration(
        "toys", "toys",
        [
          "CREATE TABLE toys (name TEXT NOT NULL PRIMARY KEY) STRICT",
          "CREATE TABLE visitor (name TEXT NOT NULL) STRICT",
        ])
    ]

  /// One start of the app.
  struct Window {
    let session: AppSession
    let database: SQLiteDatabase
    let backups: SQLiteBackups
    let logger: MemoryLogger
  }

  let folder: TemporaryFolder
  let clock = ManualClock(now: Date(timeIntervalSince1970: 1_795_176_000))

  init() throws { folder = try TemporaryFolder() }

  var path: String { folder.file("library.sqlite") }
  var copies: String { folder.file("backups") }

  /// Opens the files like a new process.
  func window(
    keeper: ((SQLiteBackups) -> any BackupKeeper)? = nil
  ) async throws(StorageError) -> Window {
    let (database, backups) = try await Self.open(path, copies)
    let logger = MemoryLogger()
    let owner = CurrentOwner()
    let context = AppContext(
      clock: clock, identifiers: CountingIdentifiers(), randomness: SeededRandomness(seed: 1),
      logger: logger, owner: owner)
    let feature = BackupsFeature(
      context: context, store: DatabaseKeyValueStore(database),
      keeper: keeper?(backups) ?? backups
    ).feature
    let session = AppSession(
      context: context, features: [feature, .toys(Toys(database: database), owner)],
      database: database)
    return Window(session: session, database: database, backups: backups, logger: logger)
  }

  @concurrent private nonisolated static func open(
    _ path: String, _ copies: String
  ) async throws(StorageError) -> (SQLiteDatabase, SQLiteBackups) {
    let database = try SQLiteRecovery.open(
      path, migrations: migrations, backups: copies,
      recording: { report, transaction throws(StorageError) in
        try BackupsFeature.note(report, in: DatabaseKeyValueStore.records(in: transaction))
      }
    ).database
    let backups = SQLiteBackups(
      of: database, in: copies, migrations: migrations,
      preparing: { transaction throws(StorageError) in
        try transaction.execute("DELETE FROM visitor")
        try BackupsFeature.forget(in: DatabaseKeyValueStore.records(in: transaction))
      })
    return (database, backups)
  }

  /// Starts the app and uses it.
  func app(
    _ use: (AppDriver, Window) async throws -> Void
  ) async throws {
    let window = try await window()
    try await withApp({ window.session }) { app in try await use(app, window) }
  }

  /// Creates a database with toys and a good automatic backup, and then damages the database.
  func damaged(afterwards toys: [String] = []) async throws {
    try await app { app, _ in await app.tap("add", "Bear") }
    try await app { app, _ in for toy in toys { await app.tap("add", toy) } }
    try Self.damage(path)
  }

  /// Overwrites the beginning of a file, without a log that would hide the damage.
  nonisolated static func damage(_ path: String) throws {
    if FileManager.default.fileExists(atPath: path + "-wal") {
      try SQLiteConnection(path: path, mode: .write).run("PRAGMA wal_checkpoint(TRUNCATE)")
    }
    let file = try FileHandle(forUpdating: URL(filePath: path))
    try file.write(contentsOf: Data(repeating: 0xAA, count: 3000))
    try file.close()
  }

  /// Returns the names of the files, those of backups with their folder.
  func files() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
  }

  /// Runs a window's transfers like the command line.
  func run(
    _ id: Identifier<Transfer>, _ files: [String], in window: Window
  ) async -> Result<TransferReport, TransferError> {
    guard let transfer = window.transfers.first(where: { $0.id == id }) else {
      return .failure(.format("there is no transfer \(id)"))
    }
    do throws(TransferError) {
      return .success(
        try await transfer.run(Transfer.Request(files: files, owner: .guest)) { _ in })
    } catch { return .failure(error) }
  }
}

extension BackupWorld.Window {
  @MainActor var feature: BackupsFeature {
    BackupsFeature(
      context: session.context, store: DatabaseKeyValueStore(database), keeper: backups)
  }

  @MainActor var transfers: [Transfer] {
    [feature.feature]
      .contributions(of: Transfer.self)
  }
}

/// The data of the app.
struct Toys: Sendable {
  let database: SQLiteDatabase

  @concurrent func all() async throws(StorageError) -> [String] {
    try database.read("reading toys") { reader throws(StorageError) in
      try reader.rows("SELECT name FROM toys ORDER BY name") { row throws(StorageError) in
        try row.string(0)
      }
    }
  }

  @concurrent func add(_ name: String) async throws(StorageError) {
    try database.write("adding a toy") { transaction throws(StorageError) in
      try transaction.execute("INSERT INTO toys VALUES (?)", [.text(name)])
      try transaction.execute("INSERT OR REPLACE INTO key_values VALUES ('toys/used', x'01')")
    }
  }

  @concurrent func visitor() async throws(StorageError) -> String? {
    try database.read("reading who is there") { reader throws(StorageError) in
      try reader.first("SELECT name FROM visitor") { row throws(StorageError) in try row.string(0) }
    }
  }

  @concurrent func enter(_ name: String?) async throws(StorageError) {
    try database.write("entering") { transaction throws(StorageError) in
      try transaction.execute("DELETE FROM visitor")
      if let name { try transaction.execute("INSERT INTO visitor VALUES (?)", [.text(name)]) }
    }
  }
}
