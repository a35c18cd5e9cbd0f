import Catalogue
import Files
import Services
import Dispatch
import Foundation
import SQLiteStorage
import Synchronization
import Testing

@testable import LocalCatalogue

@Suite("Cancelling the import of a dump")
struct DumpCancellingTests {
  private let files: TemporaryCatalogue
  private let database: SQLiteDatabase

  init() throws {
    files = try TemporaryCatalogue()
    database = try files.open()
  }

  @Test(
    "Cancelling a dump import ends it at once in any step, and the next import resumes",
    arguments: [
      "beginning an import", "keeping records of a dump", "counting editions", "ranking books",
      "indexing books", "merging the index",
    ])
  func anywhere(operation: String) async throws {
    let paths = try files.twoFiles()
    let other = try TemporaryCatalogue()
    let wholly = try other.open()
    _ = try await DumpImport(wholly).run(paths) { _ in }
    _ = try await DumpImport(database).run([files.write(Dump.work(1, "Old"), to: "old.txt")]) {
      _ in
    }
    let held = HeldDatabase(database, holding: operation)
    let task = Task { try await DumpImport(held, batch: 500).run(paths) { _ in } }
    for await _ in held.begun {}
    task.cancel()
    await #expect(throws: DumpError.cancelled) { try await task.value }
    #expect(held.isHolding, "the import waited for the step")
    #expect(try await files.catalogue(database).book("OL1W").book.title == "Old")
    held.release()
    _ = try await DumpImport(database, batch: 500).run(paths) { _ in }
    #expect(try database.content() == wholly.content())
  }

  @Test(
    "The import of sparse files that are larger than any disk has a progress, and is cancelled",
    .enabled(if: FileManager.default.isWritableFile(atPath: "/dev/shm")))
  func sparse() async throws {
    // In a file system in memory a file has any size.
    let paths = (1...2).map { _ in "/dev/shm/\(UUID().uuidString)" }
    defer { for path in paths { unlink(path) } }
    let works = (1...20).map { Dump.work($0, "Book") }.joined(separator: "\n")
    for path in paths {
      try Data(works.utf8).write(to: URL(filePath: path))
      try #require(truncate(path, 7 << 60) == 0)
    }
    let total = Mutex<Int?>(nil)
    let task = Task { [database] in
      try await DumpImport(database, batch: 10).run(paths) { progress in
        total.withLock { $0 = progress.total }
        withUnsafeCurrentTask { $0?.cancel() }
      }
    }
    await #expect(throws: DumpError.cancelled) { try await task.value }
    #expect(total.withLock(\.self) == 2 << 50)
  }

  @Test("Cancelling does not stop a finished import that is deleting the old tables")
  func removing() async throws {
    _ = try await DumpImport(database).run([files.write(Dump.work(1, "Old"), to: "old.txt")]) {
      _ in
    }
    let new = try files.write(Dump.work(2, "New"), to: "new.txt")
    let held = HeldDatabase(database, holding: "removing old tables")
    let task = Task { try await DumpImport(held).run([new]) { _ in } }
    for await _ in held.begun {}
    task.cancel()
    await #expect(throws: Never.self) {
      let outcome = try await task.value
      #expect(outcome.books == 1)
      #expect(outcome.leftover == nil)
    }
    #expect(held.isHolding, "the import waited for the removal")
    #expect(try await files.catalogue(database).book("OL2W").book.title == "New")
    held.release()
    _ = try await DumpImport(database).run([files.write(Dump.work(3, "Third"), to: "3.txt")]) {
      _ in
    }
    #expect(try await files.catalogue(database).book("OL3W").book.title == "Third")
    #expect(try tables().allSatisfy { !$0.hasSuffix("_b") })
  }

  @Test("A finished import leaves only the current tables")
  func tidy() async throws {
    for title in ["Old", "New"] {
      _ = try await DumpImport(database).run([files.write(Dump.work(1, title), to: "\(title).txt")])
      {
        _ in
      }
    }
    let slot = try #require(
      try database.read("looking") { reader throws(StorageError) in
        try CatalogueState.read(reader)
      }
    ).slot
    #expect(try tables().contains("works_\(slot.rawValue)"))
    #expect(try !tables().contains(slot.printed))
    #expect(try tables().allSatisfy { !$0.hasSuffix("_\(slot.other.rawValue)") })
  }

  private func tables() throws -> [String] {
    try database.read("looking") { reader throws(StorageError) in
      try reader.rows("SELECT name FROM sqlite_schema WHERE type = 'table'") {
        row throws(StorageError) in try row.string(0)
      }
    }
  }
}

/// A database that holds its first transaction with a given name.
private final class HeldDatabase: Database {
  /// Ends when the transaction has run its body.
  let begun: AsyncStream<Void>

  private let base: SQLiteDatabase
  private let operation: String
  private let hasBegun: AsyncStream<Void>.Continuation
  private let mayEnd = DispatchSemaphore(value: 0)
  private let holds = Mutex(false)

  init(_ base: SQLiteDatabase, holding operation: String) {
    (self.base, self.operation) = (base, operation)
    (begun, hasBegun) = AsyncStream.makeStream()
  }

  /// Whether the transaction is held now.
  var isHolding: Bool { holds.withLock(\.self) }

  func release() { mayEnd.signal() }

  func write<Value: Sendable>(
    _ operation: String, _ body: @Sendable (any DatabaseTransaction) throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    try base.write(operation) { transaction throws(StorageError) in
      let value = try body(transaction)
      if operation == self.operation {
        holds.withLock { $0 = true }
        hasBegun.finish()
        // Code that waits for it continues after this, too late.
        _ = mayEnd.wait(timeout: .now() + 600)
        holds.withLock { $0 = false }
      }
      return value
    }
  }

  func read<Value: Sendable>(
    _ operation: String, _ body: @Sendable (any DatabaseReader) throws(StorageError) -> Value
  ) throws(StorageError) -> Value { try base.read(operation, body) }

  func readLong<Value: Sendable>(
    _ operation: String, _ body: @Sendable (any DatabaseReader) throws(StorageError) -> Value
  ) throws(StorageError) -> Value { try base.readLong(operation, body) }

  func migrate(_ migrations: [Migration]) throws(StorageError) { try base.migrate(migrations) }
  func wasChangedOutside() throws(StorageError) -> Bool { try base.wasChangedOutside() }
  func purge() throws(StorageError) { try base.purge() }
  func claim(_ name: String) throws(StorageError) -> DatabaseClaim? { try base.claim(name) }
}
