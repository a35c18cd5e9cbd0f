public import Services
public import Core

/// Visits the states of an app, breadth first, and draws its map.
///
/// A state is what a user can do: the kinds of the visible screens and of those below, the selected
/// tab, the number of layers, whether a visible or another screen is locked, the features' facts,
/// the enabled and disabled actions, and whether each screen has rows. Other data does not count: one book and a
/// thousand books are one state.
///
/// An app whose action sleeps on its clock hangs unless the clock moves: TestKit's `HastyClock` does so at each sleep.
/// With it, an action that sleeps again and again never settles. A timer needs a clock that stands still.
@MainActor public struct Crawler {
  /// Which states a crawl explores.
  public enum Coverage: Sendable {
    /// Every state: what has to hold everywhere is looked for everywhere.
    case states
    /// Those for the map, in less time (`make teambench CLEAN=1`:
    /// drawing all maps): the visible screens with all that surrounds
    /// them, and each of them with all that it offers, but not each combination of those.
    case ways
  }

  /// Why a crawl failed.
  public enum Problem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The app has more states than the bound. Most of them show these screens, at most three.
    case tooManyStates(Int, mostly: [ScreenKind])
    /// Invalid input was accepted or changed the state, after these steps.
    case notRefused([String], after: [Step])
    /// The app hangs after these steps. The lines name the work that it waits for.
    case hangs([String], after: [Step])
    /// These steps led to another state when they were taken again.
    case notRepeatable([Step])

    /// The problem and its remedy.
    public var description: String {
      switch self {
      case .tooManyStates(let bound, let kinds):
        "The app has more than \(bound) states: something that is data counts as state. Most of them show "
          + kinds.map(\.rawValue).joined(separator: ", ") + "."
      case .notRefused(let problems, let path):
        "\(problems.joined(separator: "; ")), after: \(Self.text(path))"
      case .hangs(let work, let path):
        "The app waits for \(work.joined(separator: ", ")), after: \(Self.text(path))"
      case .notRepeatable(let path):
        "The same steps lead to another state the second time: \(Self.text(path)). "
          + "Give each session services of its own, with a fixed clock and randomness."
      }
    }

    private static func text(_ path: [Step]) -> String {
      path.isEmpty ? "the launch" : path.map(\.description).joined(separator: ", ")
    }
  }

  private let make: () -> AppSession
  private let samples: SampleInputs
  private let bound: Int
  private let coverage: Coverage
  /// How long an app that makes no progress counts as alive.
  public var patience = Watchdog.usualPatience
  /// Receives what each explored state shows, and the path to it.
  package var visit: (Snapshot, [Step]) -> Void = { _, _ in }

  /// Creates a crawler.
  ///
  /// - Parameters:
  ///   - bound: the maximum number of states; the crawl fails if there are more.
  ///   - coverage: which states are explored.
  ///   - samples: inputs for fields.
  ///   - make: makes a session with services of its own: sessions must be independent.
  public init(
    bound: Int = 2000, coverage: Coverage = .states, samples: SampleInputs = SampleInputs(),
    make: @escaping () -> AppSession
  ) {
    self.bound = bound
    self.coverage = coverage
    self.samples = samples
    self.make = make
  }

  /// Crawls the app.
  ///
  /// - Throws: ``Problem`` if there are more states than the bound, invalid input is accepted, the app hangs, or a
  ///   path does not lead to the same state again.
  public func crawl() async throws(Problem) -> AppMap {
    var crawl = Crawl(coverage)
    let first = try await watchedSession(after: [])
    crawl.add(Place(first.session).state, path: [])
    first.stop()
    while let next = crawl.takeNearest() {
      try await explore(next, in: &crawl)
    }
    return crawl.finishedMap()
  }

  /// Takes every step from a state.
  private func explore(_ number: Int, in crawl: inout Crawl) async throws(Problem) {
    let path = crawl.map.paths[number]
    let first = try await watchedSession(after: path)
    let start = Place(first.session)
    if crawl.takeBackPath(of: number, leadingTo: start.state) { return first.stop() }
    guard crawl.isKnown(start.state, as: number) else {
      first.stop()
      throw .notRepeatable(path)
    }
    if crawl.home == nil, first.session.root.isLaunched { crawl.home = number }
    note(start.snapshot, steps: path.count, in: &crawl.map)
    visit(start.snapshot, path)
    crawl.map.tops[number] = start.snapshot.panes.last?.kind
    let flows = first.session.awaited.map(\.id.name)
    if !flows.isEmpty { crawl.map.flows[number] = flows }
    // A session in this state, and what it shows now: in the same state the data may have changed.
    var live: (crawled: CrawledSession, place: Place)? = (first, start)
    // Whether the session has taken no other steps; this one is sent invalid input.
    var isNew = false
    defer { live?.crawled.stop() }
    try await checkRefusals(in: first.session, showing: start.snapshot, after: path)
    for steps in start.snapshot.moves(samples) {
      isNew = isNew || live == nil
      let (crawled, place) =
        if let live { live } else { (try await watchedSession(after: path), start) }
      let session = crawled.session
      for step in steps { await take(step, in: session) }
      var end = Place(session)
      if let step = steps.last {
        let stays = place.snapshot.entries.last == end.snapshot.entries.last
        note(step, from: start.snapshot, to: end.snapshot, lastStays: stays, in: &crawl.map)
      }
      try crawled.checkHang(after: path + steps)
      let back = place.wayBack(after: steps)
      live = await placeBack(of: session, from: end, to: place, by: back).map { (crawled, $0) }
      try crawled.checkHang(after: path + steps + [back])
      if live == nil { crawled.stop() }
      if !isNew, crawl.wants(end.state) {
        // Earlier steps may have led here: only a new session proves the path.
        let proof = try await watchedSession(after: path + steps)
        end = Place(proof.session)
        proof.stop()
        isNew = true
      }
      crawl.ways.append((number, crawl.add(end.state, path: path + steps, isProven: isNew)))
      isNew = false
      guard crawl.map.paths.count <= bound else {
        throw .tooManyStates(bound, mostly: crawl.frequentScreens)
      }
    }
  }

  /// Sends all invalid input; it changes nothing, so one session serves for all.
  private func checkRefusals(
    in session: AppSession, showing start: Snapshot, after path: [Step]
  ) async throws(Problem) {
    let before = Place(session).state
    for step in start.refusals {
      var problems = await session.problems(with: step, showing: start)
      if Place(session).state != before { problems.append("“\(step)” led to another state") }
      if !problems.isEmpty { throw .notRefused(problems, after: path) }
    }
  }

  /// Returns a session after these steps.
  public func session(after path: [Step]) async -> AppSession {
    let session = make()
    await take(path, in: session)
    return session
  }

  /// Returns a session after these steps, which is watched from its launch.
  private func watchedSession(after path: [Step]) async throws(Problem) -> CrawledSession {
    let crawled = CrawledSession(make(), patience: patience)
    await take(path, in: crawled.session)
    try crawled.checkHang(after: path)
    return crawled
  }

  /// Launches a session and takes steps.
  private func take(_ path: [Step], in session: AppSession) async {
    await session.launch(restoring: false)
    await session.settleAll()
    for step in path { await take(step, in: session) }
  }

  /// Takes a step. Background work, such as a refresh, belongs to it.
  private func take(_ step: Step, in session: AppSession) async {
    await session.take(step)
    await session.settleAll()
  }

  private func note(_ snapshot: Snapshot, steps: Int, in map: inout AppMap) {
    for pane in snapshot.panes where map.screens[pane.kind] == nil {
      map.screens[pane.kind] = steps
    }
  }

  private func note(
    _ step: Step, from: Snapshot, to: Snapshot, lastStays: Bool, in map: inout AppMap
  ) {
    guard let target = to.panes.last?.kind, let current = from.panes.last?.kind else { return }
    guard case .perform(let action, let input) = step else {
      // Leaving leads to another screen only if a lock asks first.
      if case .back = step, to.layers > from.layers {
        map.edges.insert(AppMap.Edge(from: current, action: "back", to: target))
      }
      return
    }
    let source = from.panes.lastIndex { pane in
      switch input {
      case .row(let row): pane.content.rows.contains { $0.id == row }
      case .field(let field, _): pane.content.fields.contains { $0.id == field }
      case .none, .value: pane.content.action(action) != nil
      }
    }
    guard let source else { return }
    // Beside an action of the first column, the second one may merely have stayed.
    let shown = lastStays ? to.panes[min(source, to.panes.count - 1)].kind : target
    map.edges.insert(AppMap.Edge(from: from.panes[source].kind, action: action, to: shown))
  }

  /// Returns what a session shows if it is in the state before the last steps, or returns there by
  /// this step: then it can be used again.
  private func placeBack(
    of session: AppSession, from end: Place, to start: Place, by back: Step
  ) async -> Place? {
    if end.state == start.state { return end }
    await take(back, in: session)
    let place = Place(session)
    return place == start ? place : nil
  }
}

extension Place {
  /// The step that leads back here after these steps, if any does.
  fileprivate func wayBack(after steps: [Step]) -> Step {
    switch (steps.last, state.tab) {
    case (.tab, let tab?): return .tab(tab)
    case (.perform(let action, .field(let id, _)), _) where steps.count == 1:
      let field = snapshot.panes.lazy.flatMap(\.content.fields).first { $0.id == id }
      return .perform(action, .field(id, field?.value))
    default: return .back
    }
  }
}

extension AppSession {
  /// The running coordinators whose outcome counted work awaits, parents first.
  package var awaited: [AnyCoordinator] {
    root.subtree().filter { $0.awaitingWork != nil }
  }
}
