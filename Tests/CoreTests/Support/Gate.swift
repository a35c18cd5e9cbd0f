/// Lets a test control when asynchronous code continues.
///
/// A waiting task also continues when it is cancelled, unless it waits stubbornly.
@MainActor final class Gate {
  private(set) var isOpen = false
  /// The number of waits so far.
  private(set) var arrivals = 0
  private var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
  private var watchers: [(count: Int, CheckedContinuation<Void, Never>)] = []

  /// The number of waiting tasks.
  var waiting: Int { waiters.count }

  func open() {
    isOpen = true
    let all = waiters.sorted { $0.key < $1.key }
    waiters = [:]
    for (_, waiter) in all { waiter.resume() }
  }

  /// Returns as soon as there were this many waits.
  func arrived(_ count: Int = 1) async {
    guard arrivals < count else { return }
    await withCheckedContinuation { watchers.append((count, $0)) }
  }

  /// Waits until the gate is open; returns false if the task was cancelled before.
  @discardableResult
  func wait(stubbornly: Bool = false) async -> Bool {
    arrivals += 1
    let number = arrivals
    let told = watchers.filter { $0.count <= arrivals }
    watchers.removeAll { $0.count <= arrivals }
    for (_, watcher) in told { watcher.resume() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if isOpen || (!stubbornly && Task.isCancelled) {
          continuation.resume()
        } else {
          waiters[number] = continuation
        }
      }
    } onCancel: {
      if !stubbornly { Task { @MainActor in letGo(number) } }
    }
    return isOpen
  }

  private func letGo(_ number: Int) {
    waiters.removeValue(forKey: number)?.resume()
  }
}
