import Core
import Services
import Synchronization

/// Holds every check of a password until it is released.
final class HeldHashing: PasswordHashing {
  private struct State {
    var isOpen = false
    var isAsked = false
    var waiting: [CheckedContinuation<Void, Never>] = []
    var watching: [CheckedContinuation<Void, Never>] = []
  }

  private let hashing: any PasswordHashing
  private let state = Mutex(State())

  init(_ hashing: any PasswordHashing) { self.hashing = hashing }

  func hash(_ password: Secret) async throws(PasswordHashingError) -> String {
    try await hashing.hash(password)
  }

  func verify(_ password: Secret, against hash: String) async -> Bool {
    await withCheckedContinuation { continuation in
      let (isOpen, watching) = state.withLock { state in
        state.isAsked = true
        if !state.isOpen { state.waiting.append(continuation) }
        defer { state.watching = [] }
        return (state.isOpen, state.watching)
      }
      if isOpen { continuation.resume() }
      for watcher in watching { watcher.resume() }
    }
    return await hashing.verify(password, against: hash)
  }

  /// Returns when a check is held.
  func isAsked() async {
    await withCheckedContinuation { continuation in
      let isAsked = state.withLock { state in
        if !state.isAsked { state.watching.append(continuation) }
        return state.isAsked
      }
      if isAsked { continuation.resume() }
    }
  }

  /// Releases all checks.
  func letGo() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }
}
