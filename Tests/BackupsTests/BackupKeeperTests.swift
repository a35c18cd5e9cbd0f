import Core
import Services
import Foundation
import SQLiteStorage
import Synchronization
import TestKit
import Testing

@testable import Backups

@Suite("Backup keepers")
@MainActor struct BackupKeeperTests {
  private let world: BackupWorld

  init() throws { world = try BackupWorld() }

  @Test("of a database fulfil the contract", arguments: BackupKeeperContract.Check.allCases)
  func database(_ check: BackupKeeperContract.Check) async throws {
    let window = try await world.window()
    let (database, backups) = (window.database, window.backups)
    let toys = Mutex(0)
    try await BackupKeeperContract(folder: world.folder) {
      BackupKeeperContract.Subject(
        keeper: backups,
        add: {
          let number = toys.withLock { count in
            count += 1
            return count
          }
          try database.write("adding a toy") { transaction throws(StorageError) in
            _ = try transaction.execute("INSERT INTO toys VALUES (?)", [.text("\(number)")])
          }
        },
        count: {
          try database.read("counting") { reader throws(StorageError) in
            try reader.rows("SELECT 1 FROM toys") { _ throws(StorageError) in 1 }.count
          }
        })
    }.verify(check)
    window.session.stop()
  }

  @Test("without storage fulfil the contract, too", arguments: BackupKeeperContract.Check.allCases)
  func nothing(_ check: BackupKeeperContract.Check) async throws {
    try await BackupKeeperContract(folder: world.folder) {
      BackupKeeperContract.Subject(keeper: NoBackups(), add: {}, count: { 1 })
    }.verify(check)
  }
}
