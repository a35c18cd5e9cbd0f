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
  private let canRelaunch: Bool
  private let samples: SampleInputs
  private let links: [Link]

  /// Creates a walk that never leaves its first session.
  ///
  /// - Parameters:
  ///   - samples: what is given to fields.
  ///   - links: links that are opened now and then.
  ///   - make: makes a session over services of its own.
  public init(
    samples: SampleInputs = SampleInputs(), links: [Link] = [], make: @escaping () -> AppSession
  ) {
    self.samples = samples
    self.links = links
    makeWorld = { make }
    canRelaunch = false
  }

  /// Creates a walk that starts the app anew now and then.
  ///
  /// - Parameters:
  ///   - samples: what is given to fields.
  ///   - links: links that are opened now and then.
  ///   - makeWorld: makes services, and gives what makes sessions over them.
  public init(
    samples: SampleInputs = SampleInputs(), links: [Link] = [],
    makeWorld: @escaping () -> (() -> AppSession)
  ) {
    self.samples = samples
    self.links = links
    self.makeWorld = makeWorld
    canRelaunch = true
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
    let app = await WalkedApp(makeWorld(), invariants)
    var violations = await app.take(beginning)
    while violations.isEmpty, steps.count < beginning.count + count,
      let step = choose(in: app.snapshot, random)
    {
      steps.append(step)
      violations = await app.take(step)
    }
    if violations.isEmpty { violations = await app.end(seed: seed) }
    app.session.stop()
    guard !violations.isEmpty else { return }
    let script = await shorten(steps, seed: seed)
    throw Failure(seed: seed, steps: script, violations: violations)
  }

  /// Mostly what a person would do on the screen; of 64 steps 4 open a link, 2 go home, 4 stop a
  /// coordinator, one starts the app anew, and 3 give something that must be refused.
  private func choose(in snapshot: Snapshot, _ random: SeededRandomness) -> Step? {
    switch random.next(below: 64) {
    case 0..<4 where !links.isEmpty: return .open(links[random.next(below: links.count)])
    case 4..<6: return .home
    case 6..<10: return .rewind(random.next(below: 8))
    case 10 where canRelaunch: return .relaunch
    case 11..<14:
      let refusals = snapshot.refusals
      return refusals.isEmpty ? .home : refusals[random.next(below: refusals.count)]
    default:
      let steps = snapshot.steps(samples)
      return steps.isEmpty ? nil : steps[random.next(below: steps.count)]
    }
  }

  /// Leaves out steps, ever smaller runs of them, as long as something still does not hold.
  private func shorten(_ steps: [Step], seed: UInt64) async -> [Step] {
    var script = steps
    var length = max(1, script.count / 2)
    while length >= 1 {
      var start = 0
      while start < script.count {
        var shorter = script
        shorter.removeSubrange(start..<min(start + length, script.count))
        if await fails(shorter, seed: seed) { script = shorter } else { start += length }
      }
      if length == 1 { break }
      length /= 2
    }
    return script
  }

  private func fails(_ steps: [Step], seed: UInt64) async -> Bool {
    let app = await WalkedApp(makeWorld(), Invariants())
    for step in steps where await !app.take(step).isEmpty {
      app.session.stop()
      return true
    }
    return await !app.end(seed: seed).isEmpty
  }
}
