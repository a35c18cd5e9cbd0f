import Dispatch

/// Runs blocking work on an executor on its own serial queue, because the shared thread pool has
/// only as many threads as the machine has cores.
///
/// The work belongs to the calling task, so `Task.isCancelled` is true in it when that task is
/// cancelled.
public actor LongWork {
  private nonisolated let executor: QueueExecutor

  /// Creates an executor on its own serial queue.
  ///
  /// - Parameter label: the queue's name in a debugger.
  public init(_ label: String) {
    executor = QueueExecutor(label)
  }

  /// The executor of the work.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Runs `body`, which may block.
  public func run<Value: Sendable, Failure: Error>(
    _ body: @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    try body()
  }
}

private final class QueueExecutor: SerialExecutor {
  private let queue: DispatchQueue

  init(_ label: String) {
    // Not counted: a caller waits for the work.
    queue = DispatchQueue(label: label)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = asUnownedSerialExecutor()
    queue.async { job.runSynchronously(on: executor) }
  }
}
