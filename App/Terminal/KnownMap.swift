import Inspection
import Services
import Core
import Shell
import AppComposition

/// The map of a layout and its variants, crawled by `make map`.
///
/// It answers `where` and `map` without another crawl. `KnownMap+Table.swift` has all maps in one
/// table, which `make map` writes. Removing features takes their screens off the table, and its day:
/// then `map` crawls the app.
struct KnownMap {
  /// A transition from one screen to another.
  struct Transition {
    let from: ScreenKind
    let action: Action.ID
    let to: ScreenKind
    /// A bit for each map with this transition; the first map has bit 1.
    let maps: Int

    init(_ from: ScreenKind, _ action: Action.ID, _ to: ScreenKind, in maps: Int) {
      self.from = from
      self.action = action
      self.to = to
      self.maps = maps
    }

    func isIn(_ map: Int) -> Bool { maps & (1 << map) != 0 }
  }

  /// The indices of the maps in the table: the default map of the layout, then one for each
  /// variant.
  private let usual: Int?
  private let others: [Int?]

  /// Creates the map of a layout and variants.
  ///
  /// - Parameter variants: the selected variants other than the defaults, by experiment.
  init(layout: WidthClass = .compact, variants: [String: String] = [:]) {
    usual = Self.names.firstIndex(of: layout.rawValue)
    others = variants.map { Self.names.firstIndex(of: "\(layout.rawValue) \($0)=\($1)") }
  }

  /// The whole map; nil for a combination of variants, which has no map.
  var map: AppMap? {
    guard others.count < 2, let index = others.first ?? usual else { return nil }
    let screens = Self.screens.compactMap { screen in
      screen.steps[index].map { (screen.0, $0) }
    }
    let transitions = Self.transitions.filter { $0.isIn(index) }
    return AppMap(
      screens: Dictionary(uniqueKeysWithValues: screens),
      edges: Set(transitions.map { AppMap.Edge(from: $0.from, action: $0.action, to: $0.to) }))
  }

  /// Returns the output of `map`, after a comment that says how old the map is; nil if a crawl is
  /// needed.
  ///
  /// - Parameter day: the day since which all crawls give the same maps; empty if features were removed since.
  func text(_ format: MapFormat, day: String = KnownMap.day) -> String? {
    guard !day.isEmpty else { return nil }
    let age = "unchanged since \(day); --crawl crawls it again"
    let made = "\(AppIdentity.app.name) \(AppVersion.current), \(age)"
    return map.map { map in
      switch format {
      case .mermaid: "%% \(made)\n\(map.mermaid)"
      case .dot: "// \(made)\n\(map.dot)"
      }
    }
  }

  /// Returns the screens to which an action leads; empty if it stays on its screen.
  ///
  /// With several variants, the maps of each are combined.
  func destinations(of action: Action.ID, on screen: ScreenKind) -> [ScreenKind] {
    Self.transitions.filter { $0.from == screen && $0.action == action && has($0) }.map(\.to)
  }

  private func has(_ transition: Transition) -> Bool {
    let others = others.compactMap(\.self)
    guard let usual, !others.isEmpty else { return usual.map(transition.isIn) ?? false }
    return transition.isIn(usual)
      ? others.allSatisfy(transition.isIn) : others.contains(where: transition.isIn)
  }
}
