import Synchronization

/// The refreshes that run in the background, at most one of a key (RFC 5861, section 3).
final class CacheRefreshes: Sendable {
  private let tasks = Mutex<[String: Task<Void, Never>]>([:])

  /// Starts a refresh unless one of this key is running.
  func start(_ key: String, _ refresh: @escaping @Sendable () async -> Void) {
    tasks.withLock { tasks in
      if tasks[key] != nil { return }
      // Not counted: a refresh outlives the request that began it.
      tasks[key] = Task { [weak self] in
        await refresh()
        self?.end(key)
      }
    }
  }

  /// Waits until no refresh is running.
  func settle() async {
    while let task = tasks.withLock({ $0.values.first }) { await task.value }
  }

  private func end(_ key: String) {
    tasks.withLock { _ = $0.removeValue(forKey: key) }
  }
}
