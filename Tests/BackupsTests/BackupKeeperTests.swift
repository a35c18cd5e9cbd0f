import Core
import Files
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

  @Test(
    "The backup keeper of a database fulfils the contract",
    arguments: BackupKeeperContract.Check.allCases)
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
        },
        automatic: { backups.automaticBackups().count })
    }.verify(check)
    window.session.stop()
  }

  @Test("A session that saves nothing refuses a transfer, blames no file and says what to do")
  func refusal() async throws {
    let copy = world.folder.file("copy.sqlite")
    try Data("text".utf8).write(to: URL(filePath: copy))
    let feature = BackupsFeature(
      context: .test(), store: MemoryKeyValueStore(), keeper: nil
    ).feature
    let transfers = [feature].contributions(of: Transfer.self)
    #expect(transfers.count == 2)
    for transfer in transfers {
      let error = await #expect(throws: TransferError.self) {
        _ = try await transfer.run(Transfer.Request(files: [copy], owner: .guest)) { _ in }
      }
      guard case .storage(let problem)? = error else {
        Issue.record("\(transfer.id): \(String(describing: error))")
        continue
      }
      let text = problem.description
      #expect(text.contains("runs without saved data"), "\(text)")
      #expect(text.contains("start it with saved data"), "\(text)")
      #expect(!text.contains("Try again"))
    }
    let makesDaily = feature.launched != nil
    #expect(!makesDaily)
    #expect(try Data(contentsOf: URL(filePath: copy)) == Data("text".utf8), "not replaced")
  }
}
