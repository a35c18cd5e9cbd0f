import Core
import Inspection
import Services

/// An app in a random walk: its current session, and the function that makes the next one.
@MainActor final class WalkedApp {
  private let make: () -> AppSession
  private let invariants: Invariants
  private let patience: Duration
  private let observedLooks: Int
  /// The looks at the session so far.
  private var looks = 0
  private(set) var session: AppSession
  /// The session's snapshot.
  private(set) var snapshot: Snapshot
  private var links = OpenedLinks()
  private var former: FormerScreens
  private var watchdog: Watchdog?
  /// The work that the app waited for when it hung.
  private(set) var hang: [String] = []

  /// - Parameter observedLooks: of so many looks at a session, one compares it with what Observation has reported.
  init(
    _ make: @escaping () -> AppSession, _ invariants: Invariants,
    patience: Duration = Watchdog.usualPatience, observedLooks: Int = 1
  ) async {
    self.make = make
    self.invariants = invariants
    self.patience = patience
    self.observedLooks = observedLooks
    session = make()
    former = FormerScreens(session)
    snapshot = session.snapshot
    begin()
    await session.launch(restoring: false)
    await session.settleAll()
    // What Observation is compared with.
    snapshot = session.observe()
  }

  /// Prepares a new session that was not launched.
  private func begin() {
    session.navigation.keepsOrigins = true
    looks = 0
    links = OpenedLinks()
    watchdog?.end()
    watchdog = Watchdog(session, patience: patience) { [weak self] in self?.hang = $0 }
  }

  /// Takes steps up to the first violations, and returns these.
  func take(_ steps: [Step]) async -> [String] {
    // The launch may hang.
    var found = hangViolations
    for step in steps where found.isEmpty { found = await take(step) }
    return found
  }

  /// Takes a step and returns the violations after it.
  func take(_ step: Step) async -> [String] {
    invariants.begin(step)
    var found: [String] = []
    switch step {
    case .relaunch: found = await relaunch()
    case .rewind(let index): found = await rewind(index)
    case .refused: found = await session.problems(with: step, showing: snapshot)
    case .atOnce(let steps): found = await takeAtOnce(steps)
    case .inOrder(let steps): found = await take(steps)
    case .layout(let layout):
      let lost = await session.changeAndCompare(layout)
      if hang.isEmpty { found = lost }
    default: await request(step)
    }
    // After quitting, the app is launched again.
    if hang.isEmpty, !session.root.isRunning { found += await relaunch() }
    return found + (await violations())
  }

  private var hangViolations: [String] {
    hang.isEmpty ? [] : ["the app waits for \(hang.joined(separator: ", "))"]
  }

  private func violations() async -> [String] {
    // A refresh changes what is shown.
    if hang.isEmpty { await session.settleAll() }
    guard hang.isEmpty else { return hangViolations }
    snapshot = session.cachedSnapshot
    looks += 1
    let unknown = session.restorer.unknownRoutes
      .map { "the app does not know its own route \($0.name)" }
    return unknown + links.violations(in: session) + former.violations()
      + invariants.violations(
        in: session, showing: snapshot, observing: looks.isMultiple(of: observedLooks))
  }

  /// Takes a step that a session can take by itself.
  ///
  /// - Parameter isAlone: whether only links are open at the same time.
  private func request(_ step: Step, isAlone: Bool = true) async {
    switch step {
    case .open(let link): await links.open(link, in: session, isAlone: isAlone)
    case .inOrder(let steps): for step in steps { await request(step, isAlone: isAlone) }
    default: await session.take(step)
    }
  }

  private func takeAtOnce(_ steps: [Step]) async -> [String] {
    var found: [String] = []
    if steps.first == .relaunch {
      found = await stop()
      makeNext()
    }
    let isAlone = steps.allSatisfy(\.isLink)
    await Step.begin(steps) { [self] step in
      if case .relaunch = step {
        if session.root.state == .new { await session.launch(restoring: true) }
      } else {
        await request(step, isAlone: isAlone)
      }
    }
    return found
  }

  /// Stops a coordinator and checks that the tree is as before its start; then stops the app and
  /// checks that nothing remains.
  func end(seed: UInt64) async -> [String] {
    defer { watchdog?.end() }
    guard hang.isEmpty else { return hangViolations }
    let index = SeededRandomness(seed: ~seed).next(below: session.rewindableCoordinators.count)
    var found = await rewind(index) + invariants.violations(in: session)
    found += await stop()
    return hang.isEmpty ? found : hangViolations
  }

  /// Stops the app without checks.
  func abandon() {
    session.stop()
    watchdog?.end()
  }

  /// Stops a coordinator that was started by push or present, and releases it.
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
    if !session.navigation.tree.isEmpty { found.append("the stopped app shows something") }
    return found + links.violations(in: nil) + (await savingViolations())
  }

  private func makeNext() {
    session = make()
    former = FormerScreens(session)
    begin()
  }

  // MARK: Places

  /// Stops the app and starts it again, which must restore its owner's routes.
  private func relaunch() async -> [String] {
    var found = await stop()
    let kept = await session.keptPlaces()
    makeNext()
    await session.launch(restoring: true)
    _ = session.observe()
    let isDropped = session.consumeNotices().contains { notice in
      if case .placesDropped = notice { true } else { false }
    }
    // The app may refuse a route, of deleted data for example. With a gate or a guard open, not all routes are
    // restored yet.
    guard !isDropped, session.root.isLaunched, session.restorer.work == nil else { return found }
    let owner = session.context.owner.owner
    if let saved = kept?[owner.keyPrefix], session.saver.saved != saved {
      let places = session.saver.saved.map { "\($0)" } ?? "no place"
      found.append("the app was started again at \(places), not at \(saved)")
    }
    return found
  }

  /// Checks that the store contains the routes that were saved last; of a deleted account it contains none. Routes that
  /// a cancelled restoration has left there are not checked.
  private func savingViolations() async -> [String] {
    guard !session.saver.keepsMore, let saved = session.saver.saved,
      let owner = session.saver.owner, let places = await session.keptPlaces()
    else { return [] }
    let kept = places[owner.keyPrefix]
    if kept == saved || kept == nil && owner != session.context.owner.owner { return [] }
    return ["\(kept.map { "\($0)" } ?? "nothing") is kept, and \(saved) was saved last"]
  }
}

extension Step {
  /// Whether the step opens a link or waits between links.
  fileprivate var isLink: Bool {
    switch self {
    case .open, .turns: true
    default: false
    }
  }
}
