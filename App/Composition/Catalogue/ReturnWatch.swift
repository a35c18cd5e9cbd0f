// Needs: Books

import Catalogue
import Services
import Synchronization

/// Asks now and then whether a catalogue that is away answers again.
///
/// It waits five seconds, then twice as long after each question, up to a minute. It ends with its owner.
final class ReturnWatch: Sendable {
  private struct State {
    var task: Task<Void, Never>?
    var ask: (@Sendable () async -> Bool)?
  }

  private static let waits: [Duration] = [5, 10, 20, 40, 60].map { .seconds($0) }

  private let clock: any AppClock
  private let state = Mutex(State())

  init(_ clock: any AppClock) {
    self.clock = clock
  }

  deinit { end() }

  /// Sets what is watched.
  ///
  /// - Parameter question: fails while the catalogue is away.
  func watch(
    _ catalogue: FallbackCatalogue,
    asking question: @escaping @Sendable () async throws(CatalogueError) -> Void
  ) {
    state.withLock { state in
      state.ask = {
        guard (try? await question()) != nil else { return false }
        catalogue.noteReturn()
        return true
      }
    }
  }

  /// Begins to ask, unless it does already.
  func begin() {
    state.withLock { state in
      guard state.task == nil, let ask = state.ask else { return }
      state.task = Task { [clock] in
        for number in 0... {
          let wait = Self.waits[min(number, Self.waits.count - 1)]
          guard (try? await clock.sleep(for: wait)) != nil, !Task.isCancelled else { return }
          if await ask() { return }
        }
      }
    }
  }

  /// Stops asking.
  func end() {
    state.withLock { state in
      state.task?.cancel()
      state.task = nil
    }
  }
}
