import Services
import Core

/// A real coordinator whose start is a test's closure.
final class Flow<Output: Sendable>: Coordinator<Output> {
  private var onStart: ((Flow<Output>) -> Void)?

  init(_ name: String = "flow", start: @escaping (Flow<Output>) -> Void) {
    onStart = start
    super.init(name: name)
  }

  /// A flow of one screen, whose title is the flow's name.
  convenience init(_ name: String = "flow", screen: any Screen) {
    self.init(name) { $0.push(screen) }
  }

  override func start() {
    let start = onStart
    onStart = nil
    start?(self)
  }
}

extension AnyCoordinator {
  /// Shows a screen in place of everything on this coordinator's stack.
  func showOnly(_ screen: any Screen) {
    if let first = navigator.entries.first {
      replace(first.id, with: screen)
    } else {
      push(screen)
    }
  }
}

extension Outcome {
  /// The outcome in the notation of tests: `finished 7`, `ended back`.
  var words: String {
    switch self {
    case .finished(let value): "finished \(value)"
    case .ended(let reason): "ended \(reason)"
    }
  }
}

/// The events of a test, in order.
@MainActor final class Journal {
  private(set) var lines: [String] = []

  private var watchers: [(line: String, continuation: CheckedContinuation<Void, Never>)] = []

  func write(_ line: String) {
    lines.append(line)
    for watcher in watchers where watcher.line == line { watcher.continuation.resume() }
    watchers.removeAll { $0.line == line }
  }

  /// Returns when the line has been written.
  func written(_ line: String) async {
    guard !lines.contains(line) else { return }
    await withCheckedContinuation { watchers.append((line, $0)) }
  }

  /// Returns an outcome handler that records outcomes under a name.
  func outcome<Value>(of name: String) -> (Outcome<Value>) -> Void {
    { [self] in write("\(name) \($0.words)") }
  }
}
