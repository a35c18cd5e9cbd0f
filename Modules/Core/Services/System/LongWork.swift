import Dispatch

/// Does work that takes long or waits for a disk, one piece after the other, on a thread of its own:
/// the threads that all tasks share are as many as the machine has cores.
///
/// The work belongs to the task that asks for it, so `Task.isCancelled` is true in it when that task
/// was cancelled.
public actor LongWork {
  private nonisolated let executor: QueueExecutor

  /// Creates an executor on its own serial queue.
  ///
  /// - Parameter label: what the thread's queue is called in a debugger.
  public init(_ label: String) {
    executor = QueueExecutor(label)
  }

  /// What runs the work.
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
    queue = DispatchQueue(label: label)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = asUnownedSerialExecutor()
    queue.async { job.runSynchronously(on: executor) }
  }
}
