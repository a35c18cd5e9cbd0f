import Synchronization

extension FallbackCatalogue {
  /// A change of the remote catalogue's reach.
  public enum Change: Hashable, Sendable {
    /// It is away: local books are shown.
    case away(CatalogueError)
    /// It answers again.
    case back
  }
}

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
