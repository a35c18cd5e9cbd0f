import HTTP

@testable import Networking

/// Holds transfers until a test opens it; a cancelled wait ends with `HTTPError.cancelled`.
final class TransferGate: Sendable {
  private struct State {
    var isOpen = false
    var waits = 0
    var wasCancelled = false
  }

  private let state = AsyncState(State())

  /// Whether a wait was cancelled.
  var wasCancelled: Bool { state.read(\.wasCancelled) }

  var isOpen: Bool { state.read(\.isOpen) }

  func open() { state.update { $0.isOpen = true } }

  /// Returns when a task has begun to wait.
  func waiting() async throws { try await state.first { $0.waits > 0 ? () : nil } }

  /// Returns when a wait was cancelled.
  func cancelled() async throws { try await state.first { $0.wasCancelled ? () : nil } }

  func wait() async throws(HTTPError) {
    state.update { $0.waits += 1 }
    do throws(HTTPError) {
      try await state.first { $0.isOpen ? () : nil }
    } catch {
      state.update { $0.wasCancelled = true }
      throw error
    }
  }
}
