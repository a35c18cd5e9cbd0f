import Files
import Services

/// Runs the operations of an import, some of which take long and can't be interrupted: SQLite
/// deletes a table, sorts, or syncs its log in one call. A cancelled task does not wait for their
/// end.
///
/// Such an operation ends by itself or with the process, and is atomic. So only operations that may
/// take effect after a cancellation belong here.
struct DumpWork: Sendable {
  private let work: LongWork

  /// Creates a thread for the operations.
  init(_ label: String) {
    work = LongWork(label)
  }

  /// Runs an operation to its end.
  func finish<Value: Sendable>(
    _ body: @Sendable () throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    try await work.run(body)
  }

  /// Runs an operation after the earlier ones.
  ///
  /// - Throws: ``Services/StorageError/cancelled`` as soon as the task is cancelled.
  func run<Value: Sendable>(
    _ body: @escaping @Sendable () throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    let (results, sink) = AsyncStream.makeStream(of: Result<Value, StorageError>.self)
    // Not counted: the caller waits for it until its own task is cancelled.
    let piece = Task {
      do throws(StorageError) { sink.yield(.success(try await work.run(body))) } catch {
        sink.yield(.failure(error))
      }
    }
    // A cancelled task gets no element.
    let result: Result<Value, StorageError>? = await withTaskCancellationHandler {
      await results.first { _ in true }
    } onCancel: {
      piece.cancel()
    }
    guard let result else { throw .cancelled }
    return try result.get()
  }
}
