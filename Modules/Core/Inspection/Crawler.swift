import Services
public import Core

/// Walks through every state of an app, breadth first, and draws its map.
///
/// A state is what can be done in it: the kinds of the visible screens, the set of kinds below
/// them, the selected tab, the number of layers, whether what is visible is locked and whether
/// anything else is, the features' facts, and the actions with whether they are enabled. Titles and
/// data do not count, so that a thousand books are one state.
@MainActor public struct Crawler {
  /// Why a crawl did not come to its end.
  public enum Problem: Error, Hashable, Sendable, CustomStringConvertible {
    /// There are more states than the bound.
    case tooManyStates(Int)
    /// Something that must be refused was not, or changed something, after these steps.
    case notRefused([String], after: [Step])

    /// What is wrong and what helps.
    public var description: String {
      switch self {
      case .tooManyStates(let bound):
        "The app has more than \(bound) states: something that is data counts as state."
      case .notRefused(let problems, let path):
        problems.joined(separator: "; ") + ", after: "
          + path.map(\.description).joined(separator: ", ")
      }
    }
  }

  /// What leads from one state to another, by their places among the paths.
  private typealias Ways = [(from: Int, to: Int)]

  private let make: () -> AppSession
  private let samples: SampleInputs
  private let bound: Int

  /// Creates a crawler.
  ///
  /// - Parameters:
  ///   - bound: the number of states at which the crawl gives up.
  ///   - samples: what is given to fields.
  ///   - make: makes a session over services of its own: two sessions must not see each other.
  public init(
    bound: Int = 2000, samples: SampleInputs = SampleInputs(), make: @escaping () -> AppSession
  ) {
    self.bound = bound
    self.samples = samples
    self.make = make
  }

  /// Crawls the app.
  ///
  /// - Throws: ``Problem`` when the bound is reached, or something is taken that must be refused.
  public func crawl() async throws(Problem) -> AppMap {
    var map = AppMap()
    let first = await session(after: [])
    var known = [Place(first).state: 0]
    var ways: Ways = []
    map.paths = [[]]
    first.stop()
    var waiting: Set<Int> = [0]
    /// The nearest state behind the launch gates, which are passed once.
    var home: Int?
    // The nearest first: a form that is filled and sent is a long way, which a shorter may replace.
    while let next = waiting.min(by: { (map.paths[$0].count, $0) < (map.paths[$1].count, $1) }) {
      waiting.remove(next)
      let path = map.paths[next]
      var live: AppSession? = await session(after: path)
      guard let start = live.map(Place.init) else { continue }
      if home == nil, live?.root.isLaunched == true { home = next }
      note(start.snapshot, steps: path.count, in: &map)
      map.tops[next] = start.snapshot.panes.last?.kind
      if let flows = live?.awaited.map(\.id.name), !flows.isEmpty { map.flows[next] = flows }
      if let live { try await checkRefusals(in: live, showing: start.snapshot, after: path) }
      for steps in start.snapshot.moves(samples) {
        let session: AppSession
        if let used = live { session = used } else { session = await self.session(after: path) }
        for step in steps { await session.take(step) }
        var end = Place(session)
        if let step = steps.last { note(step, from: start.snapshot, to: end.snapshot, in: &map) }
        live = await isBack(session, to: start, after: steps) ? session : nil
        if live == nil { session.stop() }
        if known[end.state] == nil {
          // What a session did before may have a part in where it came to: only a new one tells.
          let proof = await self.session(after: path + steps)
          end = Place(proof)
          proof.stop()
        }
        let place = known[end.state] ?? known.count
        ways.append((next, place))
        if place == known.count {
          known[end.state] = place
          guard known.count <= bound else { throw .tooManyStates(bound) }
          map.paths.append(path + steps)
          waiting.insert(place)
        } else if waiting.contains(place), path.count + steps.count < map.paths[place].count {
          map.paths[place] = path + steps
        }
      }
      live?.stop()
    }
    let leading = Self.states(leadingTo: home ?? 0, by: ways)
    map.deadEnds = map.paths.indices.filter { !leading.contains($0) }.map { map.paths[$0] }
    return map
  }

  /// Tries everything that must be refused: it leads nowhere, so that one session serves for all.
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

  /// The states from which one of them can be reached by at least one step.
  private static func states(leadingTo goal: Int, by ways: Ways) -> Set<Int> {
    let sources = Dictionary(grouping: ways, by: \.to).mapValues { $0.map(\.from) }
    var found: Set<Int> = []
    var next = [goal]
    while let state = next.popLast() {
      for source in sources[state] ?? [] where found.insert(source).inserted { next.append(source) }
    }
    return found
  }

  /// A session to which these steps have been done.
  public func session(after path: [Step]) async -> AppSession {
    let session = make()
    await session.launch(restoring: false)
    for step in path { await session.take(step) }
    return session
  }

  private func note(_ snapshot: Snapshot, steps: Int, in map: inout AppMap) {
    for pane in snapshot.panes where map.screens[pane.kind] == nil {
      map.screens[pane.kind] = steps
    }
  }

  private func note(_ step: Step, from: Snapshot, to: Snapshot, in map: inout AppMap) {
    guard let target = to.panes.last?.kind, let current = from.panes.last?.kind else { return }
    guard case .perform(let action, let input) = step else {
      // Leaving leads on only where a lock asks first.
      if case .back = step, to.layers > from.layers {
        map.edges.insert(AppMap.Edge(from: current, action: "back", to: target))
      }
      return
    }
    let source = from.panes.last { pane in
      switch input {
      case .row(let row): pane.content.rows.contains { $0.id == row }
      case .field(let field, _): pane.content.fields.contains { $0.id == field }
      case .none, .value: pane.content.action(action) != nil
      }
    }
    if let source {
      map.edges.insert(AppMap.Edge(from: source.kind, action: action, to: target))
    }
  }

  /// Whether a session is where it was before these steps, or can be brought back there by one:
  /// then it can be used again.
  private func isBack(
    _ session: AppSession, to start: Place, after steps: [Step]
  ) async -> Bool {
    if Place(session).state == start.state { return true }
    if case .tab? = steps.last, let tab = start.state.tab {
      await session.take(.tab(tab))
    } else {
      await session.take(.back)
    }
    return Place(session) == start
  }
}

extension AppSession {
  /// The running coordinators whose outcome is awaited, parents first.
  package var awaited: [AnyCoordinator] {
    root.subtree().filter(\.isAwaited)
  }
}
