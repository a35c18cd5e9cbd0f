/// Lets a test decide when something asynchronous goes on.
///
/// Whoever waits is also let go when its task is cancelled, unless it is told to be stubborn.
@MainActor final class Gate {
  private(set) var isOpen = false
  /// How many came to wait, so far.
  private(set) var arrivals = 0
  private var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
  private var watchers: [(count: Int, CheckedContinuation<Void, Never>)] = []

  /// How many wait now.
  var waiting: Int { waiters.count }

  func open() {
    isOpen = true
    let all = waiters.sorted { $0.key < $1.key }
    waiters = [:]
    for (_, waiter) in all { waiter.resume() }
  }

  /// Returns as soon as so many have come to wait.
  func arrived(_ count: Int = 1) async {
    guard arrivals < count else { return }
    await withCheckedContinuation { watchers.append((count, $0)) }
  }

  /// Waits until the gate is open; true when it is, false when the task was cancelled before.
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
