import Accounts
import Foundation
import Services
import Synchronization
import Testing

@Suite("A change of an owner's data after its commit")
struct CommittedChangeTests {
  @Test("A task that is cancelled right after the commit does all that follows, in its order")
  func cancelled() async throws {
    let steps = Steps()
    let change = Task {
      // In a transaction of the test's database, which is committed even so.
      try await OwnerChange.erase(.account("ada")).make(
        in: [NotedData(steps: steps)], database: CommittedDatabase(steps: steps),
        also: { _ in withUnsafeCurrentTask { $0?.cancel() } },
        committed: { steps.note("committed") })
    }
    try await change.value
    #expect(steps.all == ["committed", "finish", "purge"])
  }
}

/// The steps that were taken in a task that was not cancelled.
private final class Steps: Sendable {
  private let noted = Mutex<[String]>([])

  var all: [String] { noted.withLock(\.self) }

  func note(_ step: String) {
    noted.withLock { $0.append(Task.isCancelled ? "\(step), cancelled" : step) }
  }
}

private struct NotedData: AccountData {
  let name = "noted"
  let steps: Steps

  func summary(of owner: Owner) async throws(StorageError) -> String? { nil }
  func export(of owner: Owner) async throws(StorageError) -> Data? { nil }
  func move(
    from oldOwner: Owner, to newOwner: Owner, in transaction: (any DatabaseTransaction)?
  ) throws(StorageError) {}
  func erase(_ owner: Owner, in transaction: (any DatabaseTransaction)?) throws(StorageError) {}
  func finish(_ change: OwnerChange) async { steps.note("finish") }
}

/// A database without tables, whose transactions are always committed.
private struct CommittedDatabase: Database {
  let steps: Steps

  func read<Value: Sendable>(
    _ operation: String, _ body: @Sendable (any DatabaseReader) throws(StorageError) -> Value
  ) throws(StorageError) -> Value { try body(NoRows()) }
  func readLong<Value: Sendable>(
    _ operation: String, _ body: @Sendable (any DatabaseReader) throws(StorageError) -> Value
  ) throws(StorageError) -> Value { try body(NoRows()) }
  func write<Value: Sendable>(
    _ operation: String, _ body: @Sendable (any DatabaseTransaction) throws(StorageError) -> Value
  ) throws(StorageError) -> Value { try body(NoRows()) }
  func migrate(_ migrations: [Migration]) throws(StorageError) {}
  func wasChangedOutside() throws(StorageError) -> Bool { false }
  func purge() throws(StorageError) { steps.note("purge") }
  func claim(_ name: String) throws(StorageError) -> DatabaseClaim? { nil }
}

private struct NoRows: DatabaseTransaction {
  func each(
    _ sql: String, _ values: [DatabaseValue],
    _ body: (any DatabaseRow) throws(StorageError) -> Void
  ) throws(StorageError) {}
  func execute(_ sql: String, _ values: [DatabaseValue]) throws(StorageError) -> Int { 0 }
}
