import Services
import Core

/// A coordinator that does on its start what a test says: a real one, made on the spot.
final class Flow<Output: Sendable>: Coordinator<Output> {
  private var onStart: ((Flow<Output>) -> Void)?

  init(_ name: String = "flow", start: @escaping (Flow<Output>) -> Void) {
    onStart = start
    super.init(name: name)
  }

  /// A flow of one screen, whose title is the flow's name.
  convenience init(_ name: String, screen: ToyScreen) {
    self.init(name) { $0.push(screen) }
  }

  override func start() {
    let start = onStart
    onStart = nil
    start?(self)
  }
}

extension Outcome {
  /// The outcome as a test writes it: `finished 7`, `ended back`.
  var words: String {
    switch self {
    case .finished(let value): "finished \(value)"
    case .ended(let reason): "ended \(reason)"
    }
  }
}

/// What happened, in order, as a test sees it.
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

  /// A handler of outcomes that writes them down under a name.
  func outcome<Value>(of name: String) -> (Outcome<Value>) -> Void {
    { [self] in write("\(name) \($0.words)") }
  }
}
