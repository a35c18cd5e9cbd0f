import Core
import Synchronization

/// A statement and its values.
struct RecordedCall: Sendable {
  let sql: String
  let values: [DatabaseValue]
}

/// Notes which statements are run, to run the same ones in another program, or how long reading takes.
struct RecordedDatabase: Database {
  let base: any Database
  let calls = Calls()

  /// Whether calls are noted; otherwise only time is.
  var notesCalls = true

  final class Calls: Sendable {
    let list = Mutex<[RecordedCall]>([])
    let milliseconds = Mutex(0.0)
  }

  private struct Reader: DatabaseReader {
    let base: any DatabaseReader
    let calls: Calls

    func each(
      _ sql: String, _ values: [DatabaseValue],
      _ body: (any DatabaseRow) throws(StorageError) -> Void
    ) throws(StorageError) {
      calls.list.withLock { $0.append(RecordedCall(sql: sql, values: values)) }
      try base.each(sql, values, body)
    }
  }

  func read<Value: Sendable>(
    _ operation: String, _ body: @Sendable (any DatabaseReader) throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    if notesCalls {
      return try base.read(operation) { reader throws(StorageError) in
        try body(Reader(base: reader, calls: calls))
      }
    }
    let start = ContinuousClock.now
    let value = try base.read(operation, body)
    let time = start.duration(to: .now) / .milliseconds(1)
    calls.milliseconds.withLock { $0 = time }
    return value
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
}
