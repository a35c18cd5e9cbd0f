import Observation

/// A count, which is kept as long as its screen.
@MainActor @Observable final class TemplateViewModel {
  private(set) var count = 0

  /// Counts one.
  func add() { count += 1 }

  /// Starts again at zero.
  func reset() { count = 0 }
}
