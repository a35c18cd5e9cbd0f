// Needs: Books

import SQLiteStorage
import Services
import TestKit
import Testing

@testable import AppComposition

@Suite("The file of the embedded records")
struct EmbeddedFileTests {
  @Test("After a cancelled wait for the file of the embedded records, the next search opens it")
  func cancelled() async throws {
    let folder = try TemporaryFolder()
    let folders = try AppFolders(dataFolder: folder.path, environment: [:])
    let files = CatalogueFiles(folders)
    let other = try SQLiteConnection(path: folders.embedded, mode: .copy)
    try other.run("BEGIN EXCLUSIVE")
    let waiting = Task { () -> Result<Void, StorageError> in
      withUnsafeCurrentTask { $0?.cancel() }
      return Result { () throws(StorageError) in _ = try files.embedded() }
    }
    let result = await waiting.value
    #expect(throws: StorageError.cancelled) { try result.get() }
    try other.run("ROLLBACK")
    _ = try files.embedded()
    files.close()
  }
}
