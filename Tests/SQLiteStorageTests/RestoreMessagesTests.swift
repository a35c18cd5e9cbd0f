import CSQLite
import Core
import Files
import Foundation
import Services
import TestKit
import Testing

@testable import SQLiteStorage

@Suite("The messages of a restore")
struct RestoreMessagesTests {
  private let library: BackedUpLibrary
  private var copy: String { library.copy }

  init() throws { library = try BackedUpLibrary() }

  @Test("A refused restore names the user's file, not the app's draft", arguments: [false, true])
  func named(isDamaged: Bool) throws {
    if isDamaged {
      try change(
        copy, "UPDATE books SET title = NULL", as: "CREATE TABLE books (title TEXT, shelf TEXT)",
        of: "books")
    } else {
      try runElsewhere(copy, "ALTER TABLE books ADD COLUMN theirs TEXT")
    }
    let problem = #expect(throws: StorageError.self) { try library.restore(copy) }
    let text = try #require(problem).description
    #expect(text.contains(copy) && !text.contains(FileReplacement.draftMark), "\(text)")
  }

  @Test("A backup with a value of more than 64 MB is refused, and changes nothing")
  func largeValue() throws {
    try runElsewhere(copy, "UPDATE books SET title = CAST(zeroblob(\((64 << 20) + 1)) AS TEXT)")
    let problem = #expect(throws: StorageError.self) { try library.restore(copy) }
    let text = "\(copy)” has a value of more than 64 MB. Nothing was changed; choose another file"
    #expect(problem?.description.contains(text) == true, "\(String(describing: problem))")
    #expect(try library.titles == ["Emma", "Dune"])
  }

  /// Runs a body while another program has the backup locked, and has written nothing.
  private func whileLocked<Value: Sendable>(
    _ body: () async throws -> Value
  ) async throws -> Value {
    var handle: OpaquePointer?
    try #require(sqlite3_open(copy, &handle) == SQLITE_OK)
    defer { sqlite3_close(handle) }
    try #require(sqlite3_exec(handle, "BEGIN EXCLUSIVE", nil, nil, nil) == SQLITE_OK)
    return try await body()
  }

  @Test(
    "A backup that another program has locked is refused with the remedy to try again",
    arguments: [false, true])
  func locked(onlyChecking: Bool) async throws {
    let problem = try await whileLocked {
      #expect(throws: StorageError.self) {
        if onlyChecking { try library.backups.check(copy) } else { try library.restore(copy) }
      }
    }
    let remedy = "is being written by another program. Nothing was changed; try again later"
    #expect(problem?.description.contains(remedy) == true, "\(String(describing: problem))")
    #expect(try library.titles == ["Emma", "Dune"])
  }

  @Test("A cancelled check does not wait for a lock of another program")
  func cancelled() async throws {
    let (backups, file) = (library.backups, library.copy)
    let error = try await whileLocked {
      let work = Task {
        try await LongWork("checking").run { () throws(StorageError) -> StorageError? in
          do throws(StorageError) {
            try backups.check(file)
            return nil
          } catch { return error }
        }
      }
      work.cancel()
      return try await work.value
    }
    #expect(error == .cancelled)
  }

  @Test("A restore from the library itself, or a link to it, is refused")
  func own() throws {
    let link = library.folder.file("link.sqlite")
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: library.database.path)
    for path in [library.database.path, link] {
      let own = StorageError.unavailable(FileProblem.own(path).description)
      #expect(throws: own) { try library.backups.check(path) }
      #expect(throws: own) { try library.restore(path) }
    }
  }

  @Test("A restore's progress never goes back, and ends at its total")
  func progress() throws {
    // More pages than are copied at once.
    try library.add(String(repeating: "x", count: 3_000_000))
    try library.backups.backUp(to: copy)
    var parts: [Double] = []
    _ = try library.backups.restore(from: copy, on: CalendarDate(daysSince1970: 0)) {
      parts.append(Double($0) / Double($1))
    }
    #expect(parts.count > 4 && parts == parts.sorted() && parts.last == 1, "\(parts)")
  }
}
