public import Services

/// A stream or a timer that a screen or a coordinator observes during its life.
///
/// ```swift
/// var subscriptions: [StreamSubscription] {
///   [.timer("seconds", every: .seconds(1), on: clock) { [weak self] in self?.seconds += 1 }]
/// }
/// ```
///
/// A subscription ends with its screen or coordinator, or with its sequence. While it waits for an
/// element it does not count as work; while it handles one it is background work. Handling an
/// element invalidates the session's cached snapshot.
@MainActor public struct StreamSubscription {
  /// Names the subscription in ``Activity/unsettled`` and in the log.
  public let name: String
  /// Handles elements until the sequence ends or throws; the argument counts each one as work.
  let run: @MainActor (_ handle: @escaping Handling) async throws -> Void

  typealias Handling = @MainActor (_ element: @MainActor () async -> Void) async -> Void
}

extension StreamSubscription {
  /// Handles the elements of a sequence in order.
  ///
  /// - Parameters:
  ///   - name: the name in the log and in ``Activity/unsettled``.
  ///   - sequence: ends when its task is cancelled, as the standard library's sequences do. One
  ///     that throws ends the subscription with a line in the log. To show an error, send it as an element.
  ///   - handle: handles an element on the main actor.
  public init<Elements: AsyncSequence & Sendable>(
    _ name: String, to sequence: Elements,
    handle: @escaping @MainActor (Elements.Element) async -> Void
  ) where Elements.Element: Sendable {
    self.init(name: name) { counted in
      var iterator = sequence.makeAsyncIterator()
      while !Task.isCancelled, let element = try await iterator.next(isolation: #isolation) {
        // The element may have arrived before its screen was removed.
        guard !Task.isCancelled else { return }
        await counted { await handle(element) }
      }
    }
  }

  /// Calls a closure repeatedly, with a pause before each call.
  ///
  /// - Parameters:
  ///   - name: the name in the log and in ``Activity/unsettled``.
  ///   - interval: the pause before each call.
  ///   - clock: the app's clock; with a test's clock, the timer runs when the test advances it.
  ///   - tick: is called on the main actor.
  public static func timer(
    _ name: String, every interval: Duration, on clock: any AppClock,
    tick: @escaping @MainActor () async -> Void
  ) -> StreamSubscription {
    StreamSubscription(name: name) { counted in
      while (try? await clock.sleep(for: interval)) != nil, !Task.isCancelled {
        await counted(tick)
      }
    }
  }
}
