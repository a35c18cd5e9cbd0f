import Files
import Services
import Synchronization

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
    let answer = Answer<Value>()
    // Not counted: the caller waits for it until its own task is cancelled.
    let piece = Task {
      do throws(StorageError) { answer.resolve(.success(try await work.run(body))) } catch {
        answer.resolve(.failure(error))
      }
    }
    return try await withTaskCancellationHandler {
      await answer.wait()
    } onCancel: {
      piece.cancel()
      answer.resolve(.failure(.cancelled))
    }.get()
  }
}

/// The first of several results, for one waiting task.
private final class Answer<Value: Sendable>: Sendable {
  private enum State {
    case open
    case awaited(CheckedContinuation<Result<Value, StorageError>, Never>)
    case given(Result<Value, StorageError>)
  }

  private let state = Mutex(State.open)

  func resolve(_ result: Result<Value, StorageError>) {
    let waiting = state.withLock { state in
      let before = state
      if case .given = before { return before }
      state = .given(result)
      return before
    }
    if case .awaited(let continuation) = waiting { continuation.resume(returning: result) }
  }

  func wait() async -> Result<Value, StorageError> {
    await withCheckedContinuation { continuation in
      let result = state.withLock { state -> Result<Value, StorageError>? in
        if case .given(let result) = state { return result }
        state = .awaited(continuation)
        return nil
      }
      if let result { continuation.resume(returning: result) }
    }
  }
}
