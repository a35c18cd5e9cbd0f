import Foundation
public import Core
public import Inspection
import Services

/// Uses an app at random and checks the invariants after every step.
///
/// The same seed makes the same steps. A failing script is shortened to the steps that it needs.
@MainActor public struct RandomWalk {
  /// A walk that violated an invariant.
  public struct Failure: Error, CustomStringConvertible {
    /// The walk's seed.
    public let seed: UInt64
    /// The shortened script.
    public let steps: [Step]
    /// The violations.
    public let violations: [String]

    /// The failure with its script.
    public var description: String {
      "seed \(seed): \(violations.joined(separator: "; "))\n"
        + steps.map { "  \($0)" }.joined(separator: "\n")
    }
  }

  private let makeWorld: () -> (() -> AppSession)
  private let choice: StepChoice
  private let patience: Duration

  /// Creates a walk that stays in its first session.
  ///
  /// - Parameters:
  ///   - samples: inputs for fields.
  ///   - links: links to open.
  ///   - patience: how long an app without any progress counts as alive.
  ///   - make: makes a session with services of its own.
  public init(
    samples: SampleInputs = SampleInputs(), links: [DeepLink] = [],
    patience: Duration = Watchdog.usualPatience, make: @escaping () -> AppSession
  ) {
    self.patience = patience
    makeWorld = { make }
    choice = StepChoice(
      samples: samples, links: links, ways: [], canRelaunch: false, changesOwners: false)
  }

  /// Creates a walk that also restarts the app.
  ///
  /// - Parameters:
  ///   - samples: inputs for fields.
  ///   - links: links to open.
  ///   - ways: sequences of steps to take as a whole, such as signing in.
  ///   - changesOwners: whether to sign the owner out, also during a launch.
  ///   - patience: how long an app without any progress counts as alive.
  ///   - makeWorld: makes services, and returns a function that makes sessions with them.
  public init(
    samples: SampleInputs = SampleInputs(), links: [DeepLink] = [], ways: [[Step]] = [],
    changesOwners: Bool = false, patience: Duration = Watchdog.usualPatience,
    makeWorld: @escaping () -> (() -> AppSession)
  ) {
    self.patience = patience
    self.makeWorld = makeWorld
    choice = StepChoice(
      samples: samples, links: links, ways: ways, canRelaunch: true, changesOwners: changesOwners)
  }

  /// Walks.
  ///
  /// - Parameters:
  ///   - seed: determines the steps: the same seed, the same walk.
  ///   - beginning: the first steps, such as the path to a crawled state or the script of a
  ///     ``Failure``; not counted.
  ///   - count: the number of steps.
  ///   - invariants: what is checked after each step.
  ///
  /// - Throws: ``Failure`` for a violation.
  public func walk(
    seed: UInt64, from beginning: [Step] = [], steps count: Int, _ invariants: Invariants
  ) async throws(Failure) {
    let random = SeededRandomness(seed: seed)
    var steps = beginning
    let app = await WalkedApp(makeWorld(), invariants, patience: patience)
    var violations = await app.take(beginning)
    while violations.isEmpty, steps.count < beginning.count + count,
      let step = choice.step(in: app.snapshot, random)
    {
      steps.append(step)
      violations = await app.take(step)
    }
    if violations.isEmpty { violations = await app.end(seed: seed) }
    app.abandon()
    guard !violations.isEmpty else { return }
    // Each attempt would hang again.
    let script = app.hang.isEmpty ? await shorten(steps, seed: seed, invariants) : steps
    throw Failure(seed: seed, steps: script, violations: violations)
  }

  /// Removes ever shorter runs of steps, and then single requests of a group, while the script
  /// fails.
  private func shorten(
    _ steps: [Step], seed: UInt64, _ invariants: Invariants
  ) async -> [Step] {
    var script = steps
    var length = max(1, script.count / 2)
    while length >= 1 {
      var start = 0
      while start < script.count {
        var shorter = script
        shorter.removeSubrange(start..<min(start + length, script.count))
        if await fails(shorter, seed: seed, invariants) {
          script = shorter
        } else {
          start += length
        }
      }
      if length == 1 { break }
      length /= 2
    }
    for index in script.indices {
      while let shorter = await shortened(script, at: index, seed: seed, invariants) {
        script = shorter
      }
    }
    return script
  }

  /// Returns the script without one request of a group, if it still fails.
  private func shortened(
    _ script: [Step], at index: Int, seed: UInt64, _ invariants: Invariants
  ) async -> [Step]? {
    for step in script[index].shorter {
      var shorter = script
      shorter[index] = step
      if await fails(shorter, seed: seed, invariants) { return shorter }
    }
    return nil
  }

  /// Whether the script fails. Concurrent requests may run in another order each time.
  private func fails(
    _ steps: [Step], seed: UInt64, _ invariants: Invariants
  ) async -> Bool {
    for _ in 0..<(steps.contains { !$0.shorter.isEmpty } ? 3 : 1)
    where await failsOnce(steps, seed: seed, invariants.unused()) { return true }
    return false
  }

  private func failsOnce(
    _ steps: [Step], seed: UInt64, _ invariants: Invariants
  ) async -> Bool {
    let app = await WalkedApp(makeWorld(), invariants, patience: patience)
    guard await app.take(steps).isEmpty else {
      app.abandon()
      return true
    }
    return await !app.end(seed: seed).isEmpty
  }
}

extension Step {
  /// Returns a group without each one of its steps; empty for a single step.
  fileprivate var shorter: [Step] {
    func without(_ steps: [Step], _ make: ([Step]) -> Step) -> [Step] {
      steps.indices.map { index in
        var rest = steps
        rest.remove(at: index)
        return rest.count == 1 ? rest[0] : make(rest)
      }
    }
    switch self {
    case .atOnce(let steps) where steps.count > 1: return without(steps) { .atOnce($0) }
    case .inOrder(let steps) where steps.count > 1: return without(steps) { .inOrder($0) }
    default: return []
    }
  }
}

extension RandomWalk {
  /// Returns consecutive seeds from `first`: `usual` of them, times the environment variable `TEST_WALKS` (1 without
  /// it, or below 1).
  public nonisolated static func seeds(_ usual: Int, from first: UInt64 = 0) -> Range<UInt64> {
    let factor = ProcessInfo.processInfo.environment["TEST_WALKS"].flatMap { Int($0) } ?? 1
    return first..<(first + UInt64(usual * max(1, factor)))
  }
}
