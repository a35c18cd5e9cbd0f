/// One run of long work, such as a transfer, whose progress a view model shows.
@MainActor package final class ReportingWork {
  private let updates: AsyncStream<TransferProgress?>
  private let sink: AsyncStream<TransferProgress?>.Continuation
  private var isCancelled = false

  /// Creates work that has not begun.
  package init() {
    let made = AsyncStream.makeStream(
      of: TransferProgress?.self, bufferingPolicy: .bufferingNewest(1))
    (updates, sink) = (made.stream, made.continuation)
  }

  /// Runs `body` off the main actor, and returns its value. It is cancelled with the caller's task, or by ``cancel()``.
  ///
  /// - Parameters:
  ///   - body: the work, which reports its progress on any thread.
  ///   - follow: receives the newest progress; progress that is replaced before is skipped.
  package func run<Value: Sendable, Failure: Error>(
    _ body:
      @escaping @Sendable (_ report: @escaping @Sendable (TransferProgress) -> Void)
      async throws(Failure) -> Value,
    follow: @MainActor (TransferProgress) -> Void
  ) async throws(Failure) -> Value {
    let sink = sink
    let result = await withTaskGroup(of: Result<Value, Failure>.self) { group in
      group.addTask { await Self.result(of: body, sink) }
      for await progress in updates {
        if isCancelled {
          group.cancelAll()
        } else if let progress {
          follow(progress)
        }
      }
      guard let result = await group.next() else { preconditionFailure("The group has one task.") }
      return result
    }
    return try result.get()
  }

  /// Cancels the work.
  package func cancel() {
    isCancelled = true
    // The task that follows the progress cancels it.
    sink.yield(nil)
  }

  @concurrent private static func result<Value: Sendable, Failure: Error>(
    of body:
      @Sendable (_ report: @escaping @Sendable (TransferProgress) -> Void)
      async throws(Failure) -> Value,
    _ sink: AsyncStream<TransferProgress?>.Continuation
  ) async -> Result<Value, Failure> {
    defer { sink.finish() }
    do throws(Failure) {
      return .success(try await body { sink.yield($0) })
    } catch {
      return .failure(error)
    }
  }
}
