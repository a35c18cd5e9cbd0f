import Synchronization

/// Whether the remote catalogue has answered last.
final class CatalogueReach: Sendable {
  private let lastProblem = Mutex<CatalogueError?>(nil)
  /// Locked during a call of `onChange`, so that changes arrive in their order.
  private let calling = Mutex(())
  private let onChange: @Sendable (FallbackCatalogue.Change) -> Void

  init(_ onChange: @escaping @Sendable (FallbackCatalogue.Change) -> Void) {
    self.onChange = onChange
  }

  /// Why the remote catalogue is away; nil if it is not.
  var problem: CatalogueError? { lastProblem.withLock(\.self) }

  var isAway: Bool { problem != nil }

  func note(_ problem: CatalogueError?) {
    calling.withLock { _ in
      let hasChanged = lastProblem.withLock { last in
        defer { last = problem }
        return (last != nil) != (problem != nil)
      }
      if hasChanged { onChange(problem.map { .away($0) } ?? .back) }
    }
  }
}

/// Asks a question, and returns the answer, or nil if `patience` ends first. Cancels whichever is still running, and
/// waits for its end.
func answerWithin<Value: Sendable>(
  _ patience: @escaping @Sendable () async throws -> Void,
  _ question: @escaping @Sendable () async throws(CatalogueError) -> Value
) async -> Result<Value, CatalogueError>? {
  await withTaskGroup(of: Result<Value, CatalogueError>?.self) { group in
    group.addTask {
      do throws(CatalogueError) {
        return .success(try await question())
      } catch {
        return .failure(error)
      }
    }
    group.addTask {
      try? await patience()
      return nil
    }
    defer { group.cancelAll() }
    return await group.next() ?? nil
  }
}

/// The last question that the remote catalogue has not answered.
final class UnansweredQuestion: Sendable {
  typealias Question = @Sendable (any BookCatalogue) async throws(CatalogueError) -> Void

  private let state = Mutex<Question?>(nil)

  var question: Question? {
    get { state.withLock(\.self) }
    set { state.withLock { $0 = newValue } }
  }
}

extension CatalogueError {
  /// Whether the catalogue has not answered, or something else has in its place.
  var meansAway: Bool {
    switch self {
    case .offline, .interrupted, .noTransport, .proxy, .untrusted: true
    case .timedOut, .unavailable, .unreadable: true
    case .notFound, .refused, .cancelled: false
    }
  }
}
