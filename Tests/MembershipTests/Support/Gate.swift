/// Lets a test control when a payment continues. A waiting task also continues when it is
/// cancelled, unless the gate is stubborn.
@MainActor final class Gate {
  private var isOpen = false
  nonisolated let isStubborn: Bool
  private var arrivals = 0
  private var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
  private var watcher: CheckedContinuation<Void, Never>?

  init(isStubborn: Bool = false) {
    self.isStubborn = isStubborn
  }

  func open() {
    isOpen = true
    let all = waiters.sorted { $0.key < $1.key }
    waiters = [:]
    for (_, waiter) in all { waiter.resume() }
  }

  /// Returns as soon as a task waits.
  func arrived() async {
    guard arrivals == 0 else { return }
    await withCheckedContinuation { watcher = $0 }
  }

  func wait() async {
    arrivals += 1
    let number = arrivals
    watcher?.resume()
    watcher = nil
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if isOpen || (!isStubborn && Task.isCancelled) {
          continuation.resume()
        } else {
          waiters[number] = continuation
        }
      }
    } onCancel: {
      if !isStubborn { Task { @MainActor in waiters.removeValue(forKey: number)?.resume() } }
    }
  }
}
