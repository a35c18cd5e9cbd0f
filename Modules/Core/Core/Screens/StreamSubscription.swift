public import Services

/// Something that a screen or a coordinator observes for as long as it is there: a stream, a timer,
/// what was typed until typing pauses.
///
/// ```swift
/// var subscriptions: [StreamSubscription] {
///   [.timer("seconds", every: .seconds(1), on: clock) { [weak self] in self?.seconds += 1 }]
/// }
/// ```
///
/// A subscription ends with its screen or coordinator, or with its sequence. While it waits for an
/// element it does not count as work, so nothing waits for it in vain; while it handles one it is
/// background work. What a session keeps of the screens it has shown is discarded then.
@MainActor public struct StreamSubscription {
  /// Names the subscription in ``Activity/unsettled`` and in the log.
  public let name: String
  /// Handles elements until there are no more; what it is given counts each one as work.
  let run: @MainActor (_ handle: @escaping Handling) async -> Void

  typealias Handling = @MainActor (_ element: @MainActor () async -> Void) async -> Void

  /// Handles the elements of a sequence, one after another.
  ///
  /// - Parameters:
  ///   - sequence: ends when its task is cancelled, as the standard library's sequences do. One that
  ///     throws ends the subscription: report the error as an element.
  ///   - handle: is given each element on the main actor.
  public init<Elements: AsyncSequence & Sendable>(
    _ name: String, to sequence: Elements,
    handle: @escaping @MainActor (Elements.Element) async -> Void
  ) where Elements.Element: Sendable {
    self.name = name
    run = { counted in
      var iterator = sequence.makeAsyncIterator()
      while !Task.isCancelled,
        let element = try? await iterator.next(isolation: #isolation)
      {
        // It may have come before its screen went.
        guard !Task.isCancelled else { return }
        await counted { await handle(element) }
      }
    }
  }

  private init(
    _ name: String, run: @escaping @MainActor (_ handle: @escaping Handling) async -> Void
  ) {
    self.name = name
    self.run = run
  }

  /// Does something again and again, with a pause before each time.
  ///
  /// - Parameter clock: the app's clock; one that a test moves makes the timer go only then.
  public static func timer(
    _ name: String, every interval: Duration, on clock: any AppClock,
    tick: @escaping @MainActor () async -> Void
  ) -> StreamSubscription {
    StreamSubscription(name) { counted in
      while (try? await clock.sleep(for: interval)) != nil, !Task.isCancelled {
        await counted(tick)
      }
    }
  }

  /// Handles the newest element of a sequence once no other has come for a while. An element that
  /// comes while an older one is being handled cancels that.
  public static func debounced<Elements: AsyncSequence & Sendable>(
    _ name: String, _ sequence: Elements, for pause: Duration, on clock: any AppClock,
    handle: @escaping @MainActor (Elements.Element) async -> Void
  ) -> StreamSubscription where Elements.Element: Sendable {
    StreamSubscription(name) { counted in
      var newest: Task<Void, Never>?
      var iterator = sequence.makeAsyncIterator()
      while !Task.isCancelled,
        let element = try? await iterator.next(isolation: #isolation)
      {
        // What an older element still does comes to its end first, so the newest one wins.
        newest?.cancel()
        await newest?.value
        newest = Task {
          guard (try? await clock.sleep(for: pause)) != nil, !Task.isCancelled else { return }
          await counted { await handle(element) }
        }
      }
      guard let newest else { return }
      await withTaskCancellationHandler {
        await newest.value
      } onCancel: {
        newest.cancel()
      }
    }
  }
}
