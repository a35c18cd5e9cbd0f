import Files
import Services
import Synchronization

/// Does the pieces of an import, some of which take long and can't be stopped: SQLite removes a table,
/// sorts, and brings its log to the disk in one go. A cancelled task does not wait for their end.
///
/// Such a piece ends by itself or with the process, and is kept as a whole or not at all. So only what
/// may be kept although the import was cancelled is done here.
struct DumpWork: Sendable {
  private let work: LongWork

  /// Creates a thread for the pieces.
  init(_ label: String) {
    work = LongWork(label)
  }

  /// Does a piece to its end.
  func finish<Value: Sendable>(
    _ body: @Sendable () throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    try await work.run(body)
  }

  /// Does a piece, after those before it.
  ///
  /// - Throws: ``Core/StorageError/cancelled`` as soon as the task is cancelled.
  func run<Value: Sendable>(
    _ body: @escaping @Sendable () throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    let answer = Answer<Value>()
    let piece = Task {
      do throws(StorageError) { answer.give(.success(try await work.run(body))) } catch {
        answer.give(.failure(error))
      }
    }
    return try await withTaskCancellationHandler {
      await answer.wait()
    } onCancel: {
      piece.cancel()
      answer.give(.failure(.cancelled))
    }.get()
  }
}

/// The first of several results, for one that waits for it.
private final class Answer<Value: Sendable>: Sendable {
  private enum State {
    case open
    case awaited(CheckedContinuation<Result<Value, StorageError>, Never>)
    case given(Result<Value, StorageError>)
  }

  private let state = Mutex(State.open)

  func give(_ result: Result<Value, StorageError>) {
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
