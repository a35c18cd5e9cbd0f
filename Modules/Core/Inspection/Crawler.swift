/// Walks through every state of an app, breadth first, and draws its map.
///
/// A state is what can be done in it: the kinds of the visible screens, the set of kinds below
/// them, the selected tab, the number of layers, whether a screen is locked, the features' facts, and the actions with whether
/// they are enabled. Titles and data do not count, so that a thousand books are one state.
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

  struct State: Hashable {
    let visible: [ScreenKind]
    let below: Set<ScreenKind>
    let tab: TabItem.ID?
    let layers: Int
    let isLocked: Bool
    let facts: [String]
    let actions: [String]
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
    var known = [state(of: first): 0]
    var ways: Ways = []
    map.paths = [[]]
    note(first.snapshot, steps: 0, in: &map)
    first.stop()
    var next = 0
    while next < map.paths.count {
      let path = map.paths[next]
      defer { next += 1 }
      var live: AppSession? = await session(after: path)
      guard let start = live?.snapshot else { continue }
      if let live { try await checkRefusals(in: live, showing: start, after: path) }
      let steps = start.steps(samples)
      for step in steps {
        let session: AppSession
        if let unused = live { session = unused } else { session = await self.session(after: path) }
        live = nil
        await session.take(step)
        note(step, from: start, to: session.snapshot, in: &map)
        let state = state(of: session)
        ways.append((next, known[state] ?? known.count))
        if known[state] == nil {
          known[state] = known.count
          guard known.count <= bound else { throw .tooManyStates(bound) }
          map.paths.append(path + [step])
          note(session.snapshot, steps: path.count + 1, in: &map)
        }
        session.stop()
      }
      live?.stop()
    }
    let leading = Self.states(leadingToStartBy: ways)
    map.deadEnds = map.paths.indices.filter { !leading.contains($0) }.map { map.paths[$0] }
    return map
  }

  /// Tries everything that must be refused: it leads nowhere, so that one session serves for all.
  private func checkRefusals(
    in session: AppSession, showing start: Snapshot, after path: [Step]
  ) async throws(Problem) {
    let before = state(of: session)
    for step in start.refusals {
      var problems = await session.problems(with: step, showing: start)
      if state(of: session) != before { problems.append("“\(step)” led to another state") }
      if !problems.isEmpty { throw .notRefused(problems, after: path) }
    }
  }

  /// The states from which the start can be reached by at least one step.
  private static func states(leadingToStartBy ways: Ways) -> Set<Int> {
    let sources = Dictionary(grouping: ways, by: \.to).mapValues { $0.map(\.from) }
    var found: Set<Int> = []
    var next = [0]
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

  func state(of session: AppSession) -> State {
    let snapshot = session.snapshot
    let tree = session.window.tree
    let visible = Set(tree.visible)
    let path = Set(tree.pathToVisible).union(tree.layers.map(\.stack))
    let below = tree.allEntries.filter { entry in
      !visible.contains(entry.id) && tree.stack(of: entry.id).map(path.contains) ?? false
    }.compactMap { entry in
      if case .screen(let kind) = entry.body { kind } else { nil as ScreenKind? }
    }
    return State(
      visible: snapshot.panes.map(\.kind), below: Set(below),
      tab: snapshot.tabs.first(where: \.isSelected)?.id, layers: snapshot.layers,
      isLocked: tree.allEntries.contains { session.window.screen(of: $0.id)?.lock != nil },
      facts: session.facts,
      actions: snapshot.panes.flatMap { pane in
        pane.content.actions.map { "\($0.id)\($0.isEnabled ? "" : "!")" }
          + [pane.content.rows.isEmpty ? "no rows" : "rows"]
      })
  }
}
