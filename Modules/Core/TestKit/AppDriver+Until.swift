public import Inspection
import Observation
public import Testing

extension AppDriver {
  /// Waits for a condition of the visible content, which is checked after each change.
  ///
  /// For concurrent work. A condition that never becomes true is recorded as an issue, with the screen as text.
  ///
  /// - Parameters:
  ///   - patience: how long to wait.
  ///   - location: where an issue is recorded.
  ///   - condition: reads the visible content.
  public func until(
    patience: Duration = Watchdog.usualPatience, at location: SourceLocation = #_sourceLocation,
    _ condition: () -> Bool
  ) async {
    let end = ContinuousClock.now + patience
    while !Task.isCancelled {
      let (changes, sink) = AsyncStream.makeStream(of: Never.self)
      let holds = withObservationTracking(condition) { sink.finish() }
      if holds { return }
      if ContinuousClock.now >= end { return fail("The condition never became true.", location) }
      let limit = Task {
        try? await Task.sleep(until: end, clock: .continuous)
        sink.finish()
      }
      for await _ in changes {}
      limit.cancel()
    }
  }
}
