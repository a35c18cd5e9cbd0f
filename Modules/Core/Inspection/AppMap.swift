public import Services
public import Core

/// The map of an app: which screens there are, how far they are from the launch, and what leads
/// from one to another. Made by crawling the app itself.
public struct AppMap: Sendable {
  /// A way from one screen to another.
  public struct Edge: Hashable, Sendable {
    /// The screen on which something is done.
    public let from: ScreenKind
    /// The action that is performed, `select` for a row.
    public let action: Action.ID
    /// The screen that is visible then.
    public let to: ScreenKind

    /// Creates a way.
    public init(from: ScreenKind, action: Action.ID, to: ScreenKind) {
      self.from = from
      self.action = action
      self.to = to
    }
  }

  /// The screens, with the smallest number of steps from the launch.
  public internal(set) var screens: [ScreenKind: Int] = [:]
  /// The ways between screens, and those that stay where they are.
  public internal(set) var edges: Set<Edge> = []
  /// How to come to each state that was found, the nearest first.
  public internal(set) var paths: [[Step]] = []
  /// The screen on top, by the place of the state among ``paths``.
  public internal(set) var tops: [Int: ScreenKind] = [:]
  /// The names of the awaited flows, by the place of the state among ``paths``.
  public internal(set) var flows: [Int: [String]] = [:]
  /// The states from which the first one behind the launch gates cannot be reached again.
  public internal(set) var deadEnds: [[Step]] = []

  /// Creates a map of screens and ways that are known; the crawler adds to an empty one.
  public init(screens: [ScreenKind: Int] = [:], edges: Set<Edge> = []) {
    self.screens = screens
    self.edges = edges
  }

  /// The screens to which an action of a screen leads, by name.
  public func destinations(of action: Action.ID, on screen: ScreenKind) -> [ScreenKind] {
    edges.filter { $0.from == screen && $0.action == action }.map(\.to)
      .sorted { $0.rawValue < $1.rawValue }
  }

  /// Adds the screens that only another map has, with the ways that lead from them: an app that begins
  /// in another way, such as one whose database was damaged.
  package mutating func add(_ other: AppMap) {
    let new = other.screens.filter { screens[$0.key] == nil }
    edges.formUnion(other.edges.filter { new[$0.from] != nil })
    screens.merge(new) { mine, _ in mine }
  }

  /// The map as a Mermaid flowchart (https://mermaid.js.org/syntax/flowchart.html), one way a line.
  public var mermaid: String {
    var lines = ["flowchart LR"]
    for (screen, steps) in sortedScreens {
      lines.append("  \(screen)[\"\(screen)<br/>\(steps) \(steps == 1 ? "step" : "steps")\"]")
    }
    for (from, to, label) in sortedWays { lines.append("  \(from) -->|\(label)| \(to)") }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The map in the DOT language (https://graphviz.org/doc/info/lang.html), one way a line.
  public var dot: String {
    var lines = ["digraph app {", "  rankdir=LR;", "  node [shape=box];"]
    for (screen, steps) in sortedScreens {
      lines.append("  \(screen) [label=\"\(screen)\\n\(steps) \(steps == 1 ? "step" : "steps")\"];")
    }
    for (from, to, label) in sortedWays {
      lines.append("  \(from) -> \(to) [label=\"\(label)\"];")
    }
    return (lines + ["}"]).joined(separator: "\n") + "\n"
  }

  private var sortedScreens: [(ScreenKind, Int)] {
    screens.sorted { ($0.value, $0.key.rawValue) < ($1.value, $1.key.rawValue) }
      .map { ($0.key, $0.value) }
  }

  /// The ways that lead somewhere else, those between the same two screens as one.
  private var sortedWays: [(ScreenKind, ScreenKind, String)] {
    var actions: [[ScreenKind]: Set<String>] = [:]
    for edge in edges where edge.from != edge.to {
      actions[[edge.from, edge.to], default: []].insert(edge.action.rawValue)
    }
    return actions.map { ($0.key[0], $0.key[1], $0.value.sorted().joined(separator: ", ")) }
      .sorted { ($0.0.rawValue, $0.1.rawValue) < ($1.0.rawValue, $1.1.rawValue) }
  }
}
