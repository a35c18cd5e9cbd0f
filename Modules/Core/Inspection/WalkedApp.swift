/// An app under a random walk: its session of the moment, and what makes the next one.
@MainActor final class WalkedApp {
  private let make: () -> AppSession
  private let invariants: Invariants
  private(set) var session: AppSession
  /// What the session shows.
  private(set) var snapshot: Snapshot

  init(_ make: @escaping () -> AppSession, _ invariants: Invariants) async {
    self.make = make
    self.invariants = invariants
    session = make()
    await session.launch(restoring: false)
    snapshot = session.snapshot
  }

  /// Does steps that lead to where a walk begins, and says what does not hold there.
  func take(_ steps: [Step]) async -> [String] {
    guard !steps.isEmpty else { return [] }
    for step in steps { await session.take(step) }
    snapshot = session.look()
    return invariants.violations(in: session, showing: snapshot)
  }

  /// Does a step and says what does not hold then.
  func take(_ step: Step) async -> [String] {
    var found: [String] = []
    switch step {
    case .relaunch: found = await relaunch()
    case .rewind(let index): found = await rewind(index)
    case .refused: found = await session.problems(with: step, showing: snapshot)
    default: await session.take(step)
    }
    snapshot = session.look()
    return found + invariants.violations(in: session, showing: snapshot)
  }

  /// Stops a coordinator and checks that the tree is as it was before its start; then stops the
  /// app, and checks that nothing is left.
  func end(seed: UInt64) async -> [String] {
    let index = SeededRandomness(seed: ~seed).next(below: session.rewindableCoordinators.count)
    let found = await rewind(index) + invariants.violations(in: session)
    return await found + stop()
  }

  /// Stops a coordinator that can be rewound, and lets go of it.
  private func rewind(_ index: Int) async -> [String] {
    let rewindable = session.rewindableCoordinators
    guard !rewindable.isEmpty else { return [] }
    let chosen = rewindable[index % rewindable.count]
    return await session.stopAndCompare(chosen).map { [$0] } ?? []
  }

  private func stop() async -> [String] {
    await session.settleAll()
    var found = invariants.finalViolations(in: session)
    let seen = session.log.count
    session.stop()
    await session.activity.settleAll()
    found += invariants.finalViolations(in: session, afterEvent: seen)
    if !session.window.tree.isEmpty { found.append("the stopped app shows something") }
    return found
  }

  /// Stops the app and starts it again, which must bring back the places that were saved.
  private func relaunch() async -> [String] {
    var found = await stop()
    let saved = session.savedPlaces
    session = make()
    await session.launch(restoring: true)
    let isDropped = session.takeNotices().contains { notice in
      if case .placesDropped = notice { true } else { false }
    }
    if !isDropped, let saved, session.savedPlaces != saved {
      let places = session.savedPlaces.map { "\($0)" } ?? "no place"
      found.append("the app was started again at \(places), not at \(saved)")
    }
    return found
  }
}
