public import Inspection
public import Testing

/// Holds asynchronous code until a test lets it continue.
///
/// ```swift
/// let gate = Gate()
/// screen.onPerform = { _, _ in await gate.wait() }
/// let saving = Task { await app.tap("save") }
/// await gate.arrived()
/// #expect(await app.session.perform("save") == .busy)
/// gate.open()
/// await saving.value
/// ```
///
/// A waiting task also continues when it is cancelled, unless the gate is stubborn: it then stands for work that
/// ignores its cancellation.
@MainActor public final class Gate {
  /// Whether all waits return at once.
  public private(set) var isOpen = false
  /// Whether a wait goes on when its task is cancelled.
  nonisolated public let isStubborn: Bool
  /// The number of waits so far.
  public private(set) var arrivals = 0
  private var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
  private var arrivedWatchers: [(count: Int, AsyncStream<Never>.Continuation)] = []

  /// Creates a closed gate.
  public init(isStubborn: Bool = false) {
    self.isStubborn = isStubborn
  }

  /// The number of waiting tasks.
  public var waiting: Int { waiters.count }

  /// Resumes the waiting tasks, in order, and lets all later ones pass.
  public func open() {
    isOpen = true
    let all = waiters.sorted { $0.key < $1.key }
    waiters = [:]
    for (_, waiter) in all { waiter.resume() }
  }

  /// Returns as soon as there were this many waits. If they don't come, an issue says how many have come.
  ///
  /// - Parameters:
  ///   - count: the number of waits, those that are over included.
  ///   - patience: how long to wait for them.
  ///   - location: where an issue is recorded.
  public func arrived(
    _ count: Int = 1, patience: Duration = Watchdog.usualPatience,
    at location: SourceLocation = #_sourceLocation
  ) async {
    guard arrivals < count, !Task.isCancelled else { return }
    let (changes, sink) = AsyncStream.makeStream(of: Never.self)
    arrivedWatchers.append((count, sink))
    let limit = Task {
      try? await Task.sleep(for: patience)
      sink.finish()
    }
    for await _ in changes {}
    limit.cancel()
    guard arrivals < count, !Task.isCancelled else { return }
    Issue.record("\(arrivals) of \(count) tasks have come to the gate.", sourceLocation: location)
  }

  /// Waits until the gate is open; returns false if the task was cancelled before.
  @discardableResult public func wait() async -> Bool {
    arrivals += 1
    let number = arrivals
    for (count, watcher) in arrivedWatchers where count <= arrivals { watcher.finish() }
    arrivedWatchers.removeAll { $0.count <= arrivals }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if isOpen || (!isStubborn && Task.isCancelled) {
          continuation.resume()
        } else {
          waiters[number] = continuation
        }
      }
    } onCancel: {
      if !isStubborn { Task { @MainActor in resume(number) } }
    }
    return isOpen
  }

  private func resume(_ number: Int) {
    waiters.removeValue(forKey: number)?.resume()
  }
}
