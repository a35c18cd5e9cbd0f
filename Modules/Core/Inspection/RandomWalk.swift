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

  private let make: () -> AppSession
  private let samples: SampleInputs
  private let links: [Link]

  /// Creates a walk.
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
    self.make = make
  }

  /// Walks.
  ///
  /// - Throws: ``Failure`` when something does not hold.
  public func walk(
    seed: UInt64, steps count: Int, _ invariants: Invariants
  ) async throws(Failure) {
    let random = SeededRandomness(seed: seed)
    var steps: [Step] = []
    let session = make()
    await session.launch(restoring: false)
    var violations: [String] = []
    var snapshot = session.snapshot
    while violations.isEmpty, steps.count < count, let step = choose(in: snapshot, random) {
      steps.append(step)
      await session.take(step)
      snapshot = session.snapshot
      violations = invariants.violations(in: session, showing: snapshot)
    }
    if violations.isEmpty { violations = await end(session, seed: seed, invariants) }
    session.stop()
    guard !violations.isEmpty else { return }
    let script = await shorten(steps, seed: seed)
    throw Failure(seed: seed, steps: script, violations: violations)
  }

  private func choose(in snapshot: Snapshot, _ random: SeededRandomness) -> Step? {
    if !links.isEmpty, random.next(below: 16) == 0 {
      return .open(links[random.next(below: links.count)])
    }
    let steps = snapshot.steps(samples)
    return steps.isEmpty ? nil : steps[random.next(below: steps.count)]
  }

  /// Stops a coordinator and checks that the tree is as it was before its start; then stops the
  /// app, and checks that nothing is left.
  private func end(
    _ session: AppSession, seed: UInt64, _ invariants: Invariants
  ) async -> [String] {
    var found = await stopOne(in: session, seed: seed)
    found += invariants.violations(in: session)
    await session.settleAll()
    found += invariants.finalViolations(in: session)
    session.stop()
    await session.activity.settleAll()
    found += invariants.finalViolations(in: session)
    if !session.window.tree.isEmpty { found.append("the stopped app shows something") }
    return found
  }

  /// Stops a coordinator that can be rewound, and lets go of it.
  private func stopOne(in session: AppSession, seed: UInt64) async -> [String] {
    let rewindable = session.rewindableCoordinators
    guard !rewindable.isEmpty else { return [] }
    let chosen = SeededRandomness(seed: ~seed).next(below: rewindable.count)
    return await session.stopAndCompare(rewindable[chosen]).map { [$0] } ?? []
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
    let invariants = Invariants()
    let session = make()
    await session.launch(restoring: false)
    for step in steps {
      await session.take(step)
      if !invariants.violations(in: session).isEmpty {
        session.stop()
        return true
      }
    }
    return await !end(session, seed: seed, invariants).isEmpty
  }
}
