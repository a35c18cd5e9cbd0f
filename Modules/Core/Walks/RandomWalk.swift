import Foundation
public import Core
public import Inspection
import Services

/// Uses an app at random, and checks after every step what must always hold.
///
/// The same seed takes the same steps. A failure is shortened to the steps that it needs.
@MainActor public struct RandomWalk {
  /// A walk after which something did not hold.
  public struct Failure: Error, CustomStringConvertible {
    /// The seed of the walk.
    public let seed: UInt64
    /// The steps that are needed to see it.
    public let steps: [Step]
    /// What did not hold.
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

  /// Creates a walk that never leaves its first session.
  ///
  /// - Parameters:
  ///   - samples: what is given to fields.
  ///   - links: links that are opened now and then.
  ///   - patience: how long nothing has to go on until the app counts as hanging.
  ///   - make: makes a session over services of its own.
  public init(
    samples: SampleInputs = SampleInputs(), links: [DeepLink] = [],
    patience: Duration = Watchdog.usualPatience, make: @escaping () -> AppSession
  ) {
    self.patience = patience
    makeWorld = { make }
    choice = StepChoice(
      samples: samples, links: links, ways: [], canRelaunch: false, changesOwners: false)
  }

  /// Creates a walk that restarts the app now and then.
  ///
  /// - Parameters:
  ///   - samples: what is given to fields.
  ///   - links: links that are opened now and then.
  ///   - ways: steps that belong together and are taken now and then, such as signing in.
  ///   - changesOwners: whether the owner is signed out now and then, also during a launch.
  ///   - makeWorld: makes services, and gives what makes sessions over them.
  public init(
    samples: SampleInputs = SampleInputs(), links: [DeepLink] = [], ways: [[Step]] = [],
    changesOwners: Bool = false, makeWorld: @escaping () -> (() -> AppSession)
  ) {
    self.makeWorld = makeWorld
    patience = Watchdog.usualPatience
    choice = StepChoice(
      samples: samples, links: links, ways: ways, canRelaunch: true, changesOwners: changesOwners)
  }

  /// Walks.
  ///
  /// - Parameter beginning: steps that are taken first, such as the way to a crawled state; not
  ///   counted among the steps of the walk.
  /// - Throws: ``Failure`` when something does not hold.
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
    // Each try would hang again.
    let script = app.hang.isEmpty ? await shorten(steps, seed: seed, invariants) : steps
    throw Failure(seed: seed, steps: script, violations: violations)
  }

  /// Leaves out steps, ever smaller runs of them, and then single requests of a group, as long as
  /// something still does not hold.
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

  /// The script without one request of a group, if it still fails.
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

  /// Whether something does not hold. What is done at once may come in another order each time.
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
    for step in steps where await !app.take(step).isEmpty {
      app.abandon()
      return true
    }
    return await !app.end(seed: seed).isEmpty
  }
}

extension Step {
  /// A group without one of its steps, in each way; none for a single step.
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
  /// The seeds of a test's walks: as many as usual, or that many times the value of `BOOKSAPP_WALKS`.
  public nonisolated static func seeds(_ usual: Int, from first: UInt64 = 0) -> Range<UInt64> {
    let factor = ProcessInfo.processInfo.environment["BOOKSAPP_WALKS"].flatMap { Int($0) } ?? 1
    return first..<(first + UInt64(usual * max(1, factor)))
  }
}
