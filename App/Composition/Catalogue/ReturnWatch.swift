// Needs: Books

import Catalogue
import Services
import Synchronization

/// Asks now and then whether a catalogue that is away answers again.
///
/// It waits five seconds, then twice as long after each question, up to a minute; once it was hurried, five
/// seconds at most. It ends with its owner.
final class ReturnWatch: Sendable {
  private struct State {
    var task: Task<Void, Never>?
    var ask: (@Sendable () async -> Bool)?
    /// Whether the next question is asked at the end of the step.
    var isHurried = false
  }

  private static let step = Duration.seconds(5)
  /// The steps before each question; the last number is for all further ones.
  private static let steps = [1, 2, 4, 8, 12]

  private let clock: any AppClock
  private let state = Mutex(State())

  init(_ clock: any AppClock) {
    self.clock = clock
  }

  deinit { end() }

  /// Sets what is asked.
  ///
  /// - Parameter question: fails while the catalogue is away.
  func watch(asking question: @escaping @Sendable () async throws(CatalogueError) -> Void) {
    state.withLock { state in
      state.ask = { (try? await question()) != nil }
    }
  }

  /// Begins to ask, unless it does already.
  func begin() {
    state.withLock { state in
      guard state.task == nil, let ask = state.ask else { return }
      state.task = Task { [clock, weak self] in
        for number in 0... {
          for _ in 1...Self.steps[min(number, Self.steps.count - 1)] {
            guard (try? await clock.sleep(for: Self.step)) != nil, !Task.isCancelled else { return }
            if self?.takeHurry() == true { break }
          }
          if await ask() { return }
        }
      }
    }
  }

  /// Makes it ask within five seconds, unless it has ended. For a catalogue that has not answered in time, and
  /// may only be slow.
  func hurry() { state.withLock { $0.isHurried = true } }

  private func takeHurry() -> Bool {
    state.withLock { state in
      defer { state.isHurried = false }
      return state.isHurried
    }
  }

  /// Stops asking.
  func end() {
    let task = state.withLock { state in
      defer { state.task = nil }
      return state.task
    }
    // Outside of the lock: this calls the question's cancellation handlers.
    task?.cancel()
  }
}
