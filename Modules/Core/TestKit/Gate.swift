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
  private var watchers: [(count: Int, CheckedContinuation<Void, Never>)] = []

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

  /// Returns as soon as there were this many waits.
  public func arrived(_ count: Int = 1) async {
    guard arrivals < count else { return }
    await withCheckedContinuation { watchers.append((count, $0)) }
  }

  /// Waits until the gate is open; returns false if the task was cancelled before.
  @discardableResult public func wait() async -> Bool {
    arrivals += 1
    let number = arrivals
    let told = watchers.filter { $0.count <= arrivals }
    watchers.removeAll { $0.count <= arrivals }
    for (_, watcher) in told { watcher.resume() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if isOpen || (!isStubborn && Task.isCancelled) {
          continuation.resume()
        } else {
          waiters[number] = continuation
        }
      }
    } onCancel: {
      if !isStubborn { Task { @MainActor in letGo(number) } }
    }
    return isOpen
  }

  private func letGo(_ number: Int) {
    waiters.removeValue(forKey: number)?.resume()
  }
}
