import Accounts
import Core
import Services
import Foundation
import Synchronization
import TestKit
import Testing

@testable import Auth

@Suite("Deleting an account with the automatic backups")
@MainActor struct ErasingBackupsTests {
  private let harness = AuthHarness()

  /// The step of a deletion that fails.
  enum Step: CaseIterable {
    case preparing, erasing
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

  /// Deletes an account, and returns the number of deletions of the backups.
  private func erase(_ data: [any AccountData], withBackups: Bool = true) async throws -> Int {
    let account = try await harness.account()
    let count = Mutex(0)
    let services = AuthServices(
      owner: CurrentOwner(), accounts: harness.accounts, current: CurrentAccount(),
      items: { [] }, data: { data }, database: nil,
      eraseBackups: { count.withLock { $0 += 1 } }, suggestedName: { "" })
    // The error is not the subject here.
    try? await services.erase(account.id, withBackups: withBackups)
    return count.withLock { $0 }
  }

  @Test("A deletion that fails at any step keeps the backups", arguments: Step.allCases)
  func fails(at step: Step) async throws {
    #expect(try await erase([FailingData(step: step)]) == 0)
  }

  @Test("They are deleted on request only", arguments: [false, true])
  func onRequest(_ withBackups: Bool) async throws {
    #expect(try await erase([], withBackups: withBackups) == (withBackups ? 1 : 0))
  }
}
