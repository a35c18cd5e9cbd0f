// Needs: Books

import HTTP
import Synchronization

/// The requests of a catalogue that are under way, until it is closed.
final class InFlightRequests: Sendable {
  private struct State {
    var isClosed = false
    var lastID = 0
    var running: [Int: Task<Result<HTTPAnswer, HTTPError>, Never>] = [:]
  }

  private let state = Mutex(State())

  var isClosed: Bool { state.withLock(\.isClosed) }

  /// Sends a request, unless the catalogue is closed; closing cancels it.
  func send(
    _ request: @escaping @Sendable () async throws(HTTPError) -> HTTPAnswer
  ) async throws(HTTPError) -> HTTPAnswer {
    let entered = state.withLock { state -> (Int, Task<Result<HTTPAnswer, HTTPError>, Never>)? in
      if state.isClosed { return nil }
      state.lastID += 1
      let task = Task { await Self.result(of: request) }
      state.running[state.lastID] = task
      return (state.lastID, task)
    }
    guard let (id, task) = entered else { throw .cancelled }
    defer { state.withLock { _ = $0.running.removeValue(forKey: id) } }
    let result = await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    return try result.get()
  }

  private static func result(
    of request: () async throws(HTTPError) -> HTTPAnswer
  ) async -> Result<HTTPAnswer, HTTPError> {
    do throws(HTTPError) { return .success(try await request()) } catch { return .failure(error) }
  }

  /// Cancels the requests, and refuses further ones.
  func close() {
    let running = state.withLock { state in
      state.isClosed = true
      return state.running.values
    }
    for task in running { task.cancel() }
  }
}
