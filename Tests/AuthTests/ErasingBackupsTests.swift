import Accounts
import Core
import Services
import Foundation
import SQLiteStorage
import Synchronization
import TestKit
import Testing

@testable import Auth

@Suite("Deleting an account with the automatic backups")
@MainActor struct ErasingBackupsTests {
  private let harness = AuthHarness()

  /// The step of a deletion that fails.
  enum Step: CaseIterable {
    case preparing, erasing, committing
  }

  private struct FailingData: AccountData {
    let name = "failing"
    let step: Step

    func summary(of owner: Owner) async throws(StorageError) -> String? { nil }
    func export(of owner: Owner) async throws(StorageError) -> Data? { nil }
    func prepare(_ change: OwnerChange) async throws(StorageError) {
      if step == .preparing { throw .cancelled }
    }
    func move(
      from oldOwner: Owner, to newOwner: Owner, in transaction: (any DatabaseTransaction)?
    ) throws(StorageError) {}
    func erase(
      _ owner: Owner, in transaction: (any DatabaseTransaction)?
    ) throws(StorageError) {
      if step == .erasing { throw .full }
    }
  }

  /// A database whose transactions are not committed.
  private struct FullDatabase: Database {
    let database: SQLiteMemoryDatabase

    func read<Value: Sendable>(
      _ operation: String, _ body: @Sendable (any DatabaseReader) throws(StorageError) -> Value
    ) throws(StorageError) -> Value { try database.read(operation, body) }
    func readLong<Value: Sendable>(
      _ operation: String, _ body: @Sendable (any DatabaseReader) throws(StorageError) -> Value
    ) throws(StorageError) -> Value { try database.readLong(operation, body) }
    func write<Value: Sendable>(
      _ operation: String,
      _ body: @Sendable (any DatabaseTransaction) throws(StorageError) -> Value
    ) throws(StorageError) -> Value {
      try database.write(operation) { transaction throws(StorageError) in
        _ = try body(transaction)
        throw .full
      }
    }
    func migrate(_ migrations: [Migration]) throws(StorageError) {}
    func wasChangedOutside() throws(StorageError) -> Bool { false }
    func purge() throws(StorageError) {}
    func claim(_ name: String) throws(StorageError) -> DatabaseClaim? { nil }
  }

  /// Deletes an account, and returns the number of requests to delete the backups, and of deletions.
  private func erase(
    _ data: [any AccountData], in database: (any Database)? = nil, withBackups: Bool = true
  ) async throws -> [Int] {
    let account = try await harness.account()
    let count = Mutex([0, 0])
    harness.eraseBackups = BackupErasure(
      request: { _ in count.withLock { $0[0] += 1 } }, run: { count.withLock { $0[1] += 1 } })
    let services = harness.services(data, in: database)
    // The error is not the subject here.
    _ = try? await services.erase(account.id, withBackups: withBackups)
    return count.withLock { $0 }
  }

  @Test("A deletion that fails at any step keeps the backups", arguments: Step.allCases)
  func fails(at step: Step) async throws {
    let database = step == .committing ? FullDatabase(database: try SQLiteMemoryDatabase()) : nil
    #expect(try await erase([FailingData(step: step)], in: database)[1] == 0)
  }

  @Test("A deletion that leaves backups ends with a message that asks to delete the files")
  func leftNotice() async throws {
    let account = try await harness.signedInAccount()
    let error = StorageError.unavailable("a is locked")
    harness.eraseBackups = BackupErasure(
      request: { _ in }, run: { () throws(StorageError) in throw error })
    await withApp({ harness.session() }) { app in
      await app.tap("delete")
      await app.fill("backups", "delete")
      await app.fill("confirmation", "ada@example.org")
      await app.tap("delete")
      let notices = [AuthText.deleted, AuthText.backupsLeft(error)]
      #expect(app.session.consumeNotices() == notices.map(SessionNotice.posted))
      #expect(app.title == "Guest")
    }
    #expect(try await harness.accountStore.record(account.id) == nil)
    let text = AuthText.backupsLeft(error).text
    #expect(text.contains("Delete the files yourself.") && text.contains("a is locked"))
  }

  @Test("The choice to delete the backups with an account says that those of all accounts go")
  func choice() async throws {
    _ = try await harness.signedInAccount()
    harness.eraseBackups = BackupErasure(request: { _ in }, run: {})
    await withApp({ harness.session() }) { app in
      await app.tap("delete")
      let field = app.content.fields.first { $0.id == "backups" }
      let title = field?.kind.options.last?.title
      #expect(title?.contains("of all accounts in the backup folder") == true)
    }
  }

  @Test(
    "Deleting an account deletes the backups only if that is chosen in the form",
    arguments: [[], ["keep"], ["delete"], ["delete", "keep"]])
  func chosen(_ answers: [String]) async throws {
    _ = try await harness.signedInAccount()
    let count = Mutex([0, 0])
    harness.eraseBackups = BackupErasure(
      request: { _ in count.withLock { $0[0] += 1 } }, run: { count.withLock { $0[1] += 1 } })
    await withApp({ harness.session() }) { app in
      await app.tap("delete")
      for answer in answers { await app.fill("backups", answer) }
      await app.fill("confirmation", "ada@example.org")
      await app.tap("delete")
      #expect(app.title == "Guest")
    }
    let counted = count.withLock { $0 }
    #expect(counted == (answers.last == "delete" ? [1, 1] : [0, 0]))
  }

  @Test("The backups of a deleted account are deleted on request only", arguments: [false, true])
  func onRequest(_ withBackups: Bool) async throws {
    let count = withBackups ? 1 : 0
    #expect(try await erase([], withBackups: withBackups) == [count, count])
  }
}
