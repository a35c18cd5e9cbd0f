// Needs: Books

import HTTP
import Networking
import SQLiteStorage
import Services

/// The caches of answers in one file, each for one owner.
final class AnswerCaches: Sendable {
  private let files: CatalogueFiles?
  private let clock: any AppClock
  private let logger: any AppLogger

  init(_ files: CatalogueFiles?, _ clock: any AppClock, _ logger: any AppLogger) {
    self.files = files
    self.clock = clock
    self.logger = logger
  }

  /// Returns the cache of an owner, or nil if there are no files. Its file is opened at the first
  /// request.
  func cache(of owner: Owner, over client: any HTTPClient) -> HTTPCache? {
    files.map { cache(of: owner, over: client, in: AnswersDatabase(files: $0)) }
  }

  private func cache(
    of owner: Owner, over client: any HTTPClient, in database: any Database
  ) -> HTTPCache {
    HTTPCache(
      client, database: database, clock: clock, partition: owner.keyPrefix, logger: logger)
  }

  /// Deletes the answers of an owner, or those of all owners if the file can't be read.
  @concurrent func remove(of owner: Owner) async throws(StorageError) {
    guard let files else { return }
    do throws(StorageError) {
      guard let database = try files.existingAnswers() else { return }
      let offline = MemoryHTTPClient { _ throws(HTTPError) in throw .offline }
      try await cache(of: owner, over: offline, in: database).removeAll()
      // If another window prevents that, its next commits overwrite the deleted data.
      try? database.purge()
    } catch .damaged, .newer {
      try files.removeAnswers()
    }
  }
}

/// The database of answers, which is opened when it is used: the main actor makes the caches.
private struct AnswersDatabase: Database {
  let files: CatalogueFiles

  func read<Value: Sendable>(
    _ operation: String, _ body: @Sendable (any DatabaseReader) throws(StorageError) -> Value
  ) throws(StorageError) -> Value { try files.answers().read(operation, body) }

  func readLong<Value: Sendable>(
    _ operation: String, _ body: @Sendable (any DatabaseReader) throws(StorageError) -> Value
  ) throws(StorageError) -> Value { try files.answers().readLong(operation, body) }

  func write<Value: Sendable>(
    _ operation: String, _ body: @Sendable (any DatabaseTransaction) throws(StorageError) -> Value
  ) throws(StorageError) -> Value { try files.answers().write(operation, body) }

  func migrate(_ migrations: [Migration]) throws(StorageError) {
    try files.answers().migrate(migrations)
  }

  func wasChangedOutside() throws(StorageError) -> Bool { try files.answers().wasChangedOutside() }

  func purge() throws(StorageError) { try files.answers().purge() }

  func claim(_ name: String) throws(StorageError) -> DatabaseClaim? {
    try files.answers().claim(name)
  }
}
