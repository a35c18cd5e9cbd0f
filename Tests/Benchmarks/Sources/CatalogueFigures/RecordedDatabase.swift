import Services
import Synchronization

/// A statement and its values.
struct RecordedCall: Sendable {
  let sql: String
  let values: [DatabaseValue]
}

/// Records the statements, to run the same ones in another program, or their time including the
/// decoding of rows.
final class RecordedDatabase: Database {
  let base: any Database
  let calls = Calls()

  /// Whether calls are recorded; otherwise only their time.
  let notesCalls: Bool

  init(base: any Database, notesCalls: Bool = true) {
    self.base = base
    self.notesCalls = notesCalls
  }

  final class Calls: Sendable {
    let list = Mutex<[RecordedCall]>([])
    /// Only added up, because a division at each call would be measured, too.
    let time = Mutex(Duration.zero)
  }

  private struct Reader: DatabaseReader {
    let base: any DatabaseReader
    let calls: Calls
    let notesCalls: Bool

    func each(
      _ sql: String, _ values: [DatabaseValue],
      _ body: (any DatabaseRow) throws(StorageError) -> Void
    ) throws(StorageError) {
      if notesCalls {
        calls.list.withLock { $0.append(RecordedCall(sql: sql, values: values)) }
        return try base.each(sql, values, body)
      }
      let start = ContinuousClock.now
      try base.each(sql, values, body)
      let time = start.duration(to: .now)
      calls.time.withLock { $0 += time }
    }
  }

  func read<Value: Sendable>(
    _ operation: String, _ body: @Sendable (any DatabaseReader) throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    calls.time.withLock { $0 = .zero }
    return try base.read(operation) { reader throws(StorageError) in
      try body(Reader(base: reader, calls: calls, notesCalls: notesCalls))
    }
  }

  func readLong<Value: Sendable>(
    _ operation: String, _ body: @Sendable (any DatabaseReader) throws(StorageError) -> Value
  ) throws(StorageError) -> Value { try base.readLong(operation, body) }

  func write<Value: Sendable>(
    _ operation: String, _ body: @Sendable (any DatabaseTransaction) throws(StorageError) -> Value
  ) throws(StorageError) -> Value { try base.write(operation, body) }

  func migrate(_ migrations: [Migration]) throws(StorageError) { try base.migrate(migrations) }
  func wasChangedOutside() throws(StorageError) -> Bool { try base.wasChangedOutside() }
  func purge() throws(StorageError) { try base.purge() }
  func claim(_ name: String) throws(StorageError) -> DatabaseClaim? { try base.claim(name) }
}
