import Core

/// The map of the app as it was crawled when it was built: where each action leads is known without
/// crawling again.
enum KnownMap {
  /// The screens to which an action of a screen leads; empty when it stays on its screen.
  static func destinations(of action: Action.ID, on screen: ScreenKind) -> [ScreenKind] {
    ways[screen.rawValue, default: []].filter { $0.actions.contains(action.rawValue) }
      .map { ScreenKind($0.to) }
  }

  private static let ways: [String: [(actions: Set<String>, to: String)]] = {
    var ways: [String: [(Set<String>, String)]] = [:]
    // A way is written as `From -->|action, action| To`.
    for line in mermaid.split(separator: "\n") {
      let parts = line.split(separator: "|")
      guard parts.count == 3 else { continue }
      let from = parts[0].split(separator: " ").first.map(String.init) ?? ""
      let actions = parts[1].split(separator: ",").map { String($0).trimmed }
      ways[from, default: []].append((Set(actions), String(parts[2]).trimmed))
    }
    return ways
  }()
}
