public import Services
public import Core

/// The map of an app, made by crawling it: its screens, their distances from the launch, and the
/// actions that lead from one to another.
public struct AppMap: Sendable {
  /// An action that leads from one screen to another.
  public struct Edge: Hashable, Sendable {
    /// The screen with the action.
    public let from: ScreenKind
    /// The action, `select` for a row.
    public let action: Action.ID
    /// The screen after it.
    public let to: ScreenKind

    /// Creates an edge.
    public init(from: ScreenKind, action: Action.ID, to: ScreenKind) {
      self.from = from
      self.action = action
      self.to = to
    }
  }

  /// The screens, with the minimum number of steps from the launch.
  public internal(set) var screens: [ScreenKind: Int] = [:]
  /// The edges between screens, and those that lead back to the same screen.
  public internal(set) var edges: Set<Edge> = []
  /// The path to each state, in the order of discovery.
  public internal(set) var paths: [[Step]] = []
  /// The top screen of each state, by its index in ``paths``.
  public internal(set) var tops: [Int: ScreenKind] = [:]
  /// The names of the awaited flows of each state, by its index in ``paths``.
  public internal(set) var flows: [Int: [String]] = [:]
  /// The paths to states from which the place of the first state behind the launch gates can't be reached: the
  /// same screens, tab and layers, whatever data and facts have changed meanwhile. A state that was not explored
  /// (``Crawler/Coverage/ways``) counts as one from which it can. If no path leads behind the gates, every state that
  /// leads to no unexplored one is a dead end.
  public internal(set) var deadEnds: [[Step]] = []

  /// Creates a map of known screens and edges; the crawler adds to an empty one.
  public init(screens: [ScreenKind: Int] = [:], edges: Set<Edge> = []) {
    self.screens = screens
    self.edges = edges
  }

  /// Adds the screens that only another map has, with their edges: a map of an app with another
  /// start, such as one with a damaged database.
  package mutating func add(_ other: AppMap) {
    let new = other.screens.filter { screens[$0.key] == nil }
    edges.formUnion(other.edges.filter { new[$0.from] != nil })
    screens.merge(new) { mine, _ in mine }
  }

  /// Returns the map as a Mermaid flowchart (https://mermaid.js.org/syntax/flowchart.html), one
  /// edge a line.
  public var mermaid: String {
    let ids = mermaidIDs
    func id(_ kind: ScreenKind) -> String { ids[kind] ?? "" }
    var lines = ["flowchart LR"]
    for (screen, steps) in sortedScreens {
      let name = screen.rawValue.mermaidText
      lines.append("  \(id(screen))[\"\(name)<br/>\(steps) \(steps == 1 ? "step" : "steps")\"]")
    }
    for (from, to, label) in sortedWays {
      lines.append("  \(id(from)) -->|\(label.mermaidText)| \(id(to))")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns the map in the DOT language (https://graphviz.org/doc/info/lang.html), one edge a
  /// line.
  public var dot: String {
    var lines = ["digraph app {", "  rankdir=LR;", "  node [shape=box];"]
    for (screen, steps) in sortedScreens {
      let name = screen.rawValue.dotText
      lines.append("  \"\(name)\" [label=\"\(name)\\n\(steps) \(steps == 1 ? "step" : "steps")\"];")
    }
    for (from, to, label) in sortedWays {
      let (source, target) = (from.rawValue.dotText, to.rawValue.dotText)
      lines.append("  \"\(source)\" -> \"\(target)\" [label=\"\(label.dotText)\"];")
    }
    return (lines + ["}"]).joined(separator: "\n") + "\n"
  }

  /// The identifiers of the screens in Mermaid: the names, with an underscore for each character
  /// that an identifier can't have, and a number if another screen has the same one.
  private var mermaidIDs: [ScreenKind: String] {
    let kinds = Set(screens.keys).union(edges.flatMap { [$0.from, $0.to] })
    var taken = Set(kinds.map(\.rawValue))
    var ids: [ScreenKind: String] = [:]
    for kind in kinds.sorted(by: { $0.rawValue < $1.rawValue }) {
      let plain = String(kind.rawValue.map { $0.isInMermaidID ? $0 : "_" })
      var (id, number) = (plain, 1)
      while id != kind.rawValue, !taken.insert(id).inserted {
        number += 1
        id = "\(plain)_\(number)"
      }
      ids[kind] = id
    }
    return ids
  }

  private var sortedScreens: [(ScreenKind, Int)] {
    screens.sorted { ($0.value, $0.key.rawValue) < ($1.value, $1.key.rawValue) }
      .map { ($0.key, $0.value) }
  }

  /// The edges between different screens, merged for each pair.
  private var sortedWays: [(ScreenKind, ScreenKind, String)] {
    var actions: [[ScreenKind]: Set<String>] = [:]
    for edge in edges where edge.from != edge.to {
      actions[[edge.from, edge.to], default: []].insert(edge.action.rawValue)
    }
    return actions.map { ($0.key[0], $0.key[1], $0.value.sorted().joined(separator: ", ")) }
      .sorted { ($0.0.rawValue, $0.1.rawValue) < ($1.0.rawValue, $1.1.rawValue) }
  }
}

extension Character {
  fileprivate var isInMermaidID: Bool { isASCII && (isLetter || isNumber) || self == "_" }
}

extension String {
  /// The text in a label of Mermaid, which reads HTML and ends at a quotation mark or a bar.
  fileprivate var mermaidText: String {
    let names: [Character: String] = [
      "#": "#35;", "&": "#amp;", "<": "#lt;", ">": "#gt;", "\"": "#quot;", "|": "#124;",
    ]
    return map { names[$0] ?? String($0) }.joined()
  }

  /// The text between quotation marks in DOT.
  fileprivate var dotText: String {
    map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined()
  }
}
