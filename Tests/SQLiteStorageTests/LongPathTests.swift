import Foundation
import Services
import TestKit
import Testing

@testable import SQLiteStorage

@Suite("A path that is too long for SQLite")
struct LongPathTests {
  private let library: BackedUpLibrary

  init() throws { library = try BackedUpLibrary() }

  private func tooLong(_ path: String) -> StorageError {
    .unavailable("\(path) is too long for a database; choose a folder with a shorter path")
  }

  /// Creates a folder, and returns a path in it with a number of bytes.
  private func path(_ count: Int) throws -> String {
    var folder = StorageFile.resolvingLinks(in: library.folder.path)
    while folder.utf8.count < 400 { folder += "/" + String(repeating: "d", count: 50) }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return "\(folder)/\(String(repeating: "x", count: count - folder.utf8.count - 1))"
  }

  @Test("No database is created at a path over 504 bytes, and the error says why")
  func created() throws {
    let (longest, longer) = (try path(504), try path(505))
    let database = try SQLiteDatabase(path: longest)
    try database.migrate(BackedUpLibrary.steps)
    database.close()
    #expect(throws: tooLong(longer)) { try SQLiteDatabase(path: longer) }
    #expect(!FileManager.default.fileExists(atPath: longer))
  }

  @Test("A backup is neither written nor read at such a path, and the error says why")
  func backedUp() throws {
    let longer = try path(505)
    // The longest one has no room for the name of a draft.
    for file in [longer, try path(504)] {
      #expect(throws: tooLong(file)) { try library.backups.backUp(to: file) }
      #expect(!FileManager.default.fileExists(atPath: file))
    }
    try FileManager.default.copyItem(atPath: library.copy, toPath: longer)
    #expect(throws: tooLong(longer)) { try library.backups.check(longer) }
    #expect(throws: tooLong(longer)) { try library.restore(longer) }
    #expect(try library.titles == ["Emma", "Dune"])
  }
}
