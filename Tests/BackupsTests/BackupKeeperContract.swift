import Core
import Files
import Services
import Foundation
import TestKit
import Testing

/// What every `BackupKeeper` must do.
struct BackupKeeperContract: Contract {
  /// The checks of the contract.
  enum Check: String, CaseIterable, Sendable {
    /// A backup can be restored.
    case backsUp
    /// A file that isn't a backup is refused, and nothing changes.
    case refusesOthers
    /// There is at most one automatic backup per day; all can be deleted, even if there is none.
    case daily
    /// A cancelled task leaves no file and changes nothing.
    case cancelled
  }

  /// A keeper and its data.
  struct Subject {
    let keeper: any BackupKeeper
    /// Adds a value to the data.
    let add: @Sendable () throws -> Void
    /// Returns the number of values.
    let count: @Sendable () throws -> Int
    /// Returns the number of automatic backups.
    let automatic: @Sendable () throws -> Int
  }

  let folder: TemporaryFolder
  let make: @Sendable () async throws -> Subject

  private static let day = CalendarDate("2026-11-20")

  func verify(_ check: Check) async throws {
    let subject = try await make()
    let day = try #require(Self.day)
    let keeper = subject.keeper
    let copy = folder.file("copy-\(UUID()).sqlite")
    try subject.add()
    switch check {
    case .backsUp:
      try keeper.backUp(to: copy, replacing: true) { _, _ in }
      try keeper.check(copy)
      try subject.add()
      let before = try keeper.restore(from: copy, on: day) { _, _ in }
      #expect(try subject.count() == 1)
      #expect(FileManager.default.fileExists(atPath: before))
      _ = try keeper.restore(from: before, on: day) { _, _ in }
      #expect(try subject.count() == 2, "what was replaced can be brought back")
    case .refusesOthers:
      try Data("no database".utf8).write(to: URL(filePath: copy))
      for path in [copy, folder.file("nothing-\(UUID())")] {
        #expect(throws: StorageError.self) { try keeper.check(path) }
        #expect(throws: StorageError.self) { try keeper.restore(from: path, on: day) { _, _ in } }
      }
      #expect(try subject.count() == 1)
    case .daily:
      for _ in 0..<2 { try keeper.backUpDaily(on: day) }
      #expect(try subject.automatic() == 1)
      for _ in 0..<2 { try keeper.removeAllCopies() }
      #expect(try subject.automatic() == 0)
      #expect(try subject.count() == 1)
    case .cancelled: try await cancelled(subject, copy, day)
    }
  }

  private func cancelled(_ subject: Subject, _ copy: String, _ day: CalendarDate) async throws {
    let keeper = subject.keeper
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try keeper.backUp(to: copy, replacing: true) { _, _ in }
    }
    await #expect(throws: StorageError.self) { try await task.value }
    #expect(!FileManager.default.fileExists(atPath: copy))
    try keeper.backUp(to: copy, replacing: true) { _, _ in }
    try subject.add()
    let restoring = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      _ = try keeper.restore(from: copy, on: day) { _, _ in }
    }
    await #expect(throws: StorageError.cancelled) { try await restoring.value }
    #expect(try subject.count() == 2)
  }
}
