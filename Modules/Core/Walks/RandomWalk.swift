import Foundation
public import Core
public import Inspection
import Services

/// Uses an app at random and checks the invariants after every step.
///
/// The same seed makes the same steps. A failing script is shortened to the steps that it needs.
///
/// An app whose action sleeps on its clock hangs unless the clock moves: TestKit's `HastyClock` does so at each sleep.
/// With it, an action that sleeps again and again never settles. A timer needs a clock that stands still.
@MainActor public struct RandomWalk {
  /// A walk that violated an invariant.
  public struct Failure: Error, CustomStringConvertible {
    /// The walk's seed.
    public let seed: UInt64
    /// The shortened script.
    public let steps: [Step]
    /// The violations of the shortened script: at least one is also of the whole walk, apart from numbers and what is
    /// in parentheses.
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
  ///   - makeWorld: makes services, and returns a function that makes sessions with them. All of these sessions need
  ///     the same store of places, because each restores what the last one has saved.
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

  /// Takes random steps, and checks the invariants after each.
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
    // Comparing at every look takes time (`make bench`: a random-walk step); a shortened script may have only one.
    let app = await WalkedApp(makeWorld(), invariants, patience: patience, observedLooks: 4)
    var violations = await app.take(beginning)
    while violations.isEmpty, steps.count < beginning.count + count {
      let step = choice.step(in: app.snapshot, random)
      steps.append(step)
      violations = await app.take(step)
    }
    if violations.isEmpty { violations = await app.end(seed: seed) }
    app.abandon()
    guard !violations.isEmpty else { return }
    let failure = Failure(seed: seed, steps: steps, violations: violations)
    // Each attempt would hang again.
    throw app.hang.isEmpty ? await shortened(failure, invariants) : failure
  }

  /// Removes ever shorter runs of steps, and then single requests of a group, while the script
  /// fails with one of the same violations.
  private func shortened(_ failure: Failure, _ invariants: Invariants) async -> Failure {
    let kinds = failure.kinds
    var failure = failure
    var length = max(1, failure.steps.count / 2)
    while length >= 1 {
      var start = 0
      while start < failure.steps.count {
        var shorter = failure.steps
        shorter.removeSubrange(start..<min(start + length, shorter.count))
        if let again = await self.failure(of: shorter, seed: failure.seed, kinds, invariants) {
          failure = again
        } else {
          start += length
        }
      }
      if length == 1 { break }
      length /= 2
    }
    for index in failure.steps.indices {
      while let shorter = await shortened(failure, at: index, kinds, invariants) {
        failure = shorter
      }
    }
    return failure
  }

  /// Returns the failure without one request of a group, if the script still fails.
  private func shortened(
    _ failure: Failure, at index: Int, _ kinds: Set<String>, _ invariants: Invariants
  ) async -> Failure? {
    for step in failure.steps[index].shorter {
      var shorter = failure.steps
      shorter[index] = step
      if let again = await self.failure(of: shorter, seed: failure.seed, kinds, invariants) {
        return again
      }
    }
    return nil
  }

  /// Returns the failure of a script with a violation of these kinds, or nil.
  ///
  /// Concurrent requests may run in another order each time.
  private func failure(
    of steps: [Step], seed: UInt64, _ kinds: Set<String>, _ invariants: Invariants
  ) async -> Failure? {
    for _ in 0..<(steps.contains { !$0.shorter.isEmpty } ? 3 : 1) {
      let app = await WalkedApp(makeWorld(), invariants.unused(), patience: patience)
      var violations = await app.take(steps)
      if violations.isEmpty { violations = await app.end(seed: seed) } else { app.abandon() }
      let failure = Failure(seed: seed, steps: steps, violations: violations)
      if !failure.kinds.isDisjoint(with: kinds) { return failure }
    }
    return nil
  }
}

extension RandomWalk.Failure {
  /// The violations without what may differ at each run: numbers, and values in parentheses.
  fileprivate var kinds: Set<String> {
    Set(
      violations.map { violation in
        var depth = 0
        return violation.filter { character in
          if character == "(" { depth += 1 }
          if character == ")" { depth = max(0, depth - 1) }
          return depth == 0 && character != ")" && !character.isNumber
        }
      })
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
