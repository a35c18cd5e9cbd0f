import Inspection
import Services
import Core

/// A map of the app as it was crawled when it was built: where each action leads is known without
/// crawling again.
///
/// One for each layout and variant is kept as what it has and has not beside another. Where several
/// experiments go another way, each has its part in the map.
final class KnownMap {
  private typealias Way = (actions: Set<String>, to: String)

  private let layout: Layout
  private let variants: [String: String]
  private lazy var ways = readWays()

  /// Creates the map of a layout and variants, which is read when it is first asked.
  ///
  /// - Parameter variants: the variant of each experiment that differs from the usual one.
  init(layout: Layout = .compact, variants: [String: String] = [:]) {
    self.layout = layout
    self.variants = variants
  }

  /// The screens to which an action of a screen leads; empty when it stays on its screen.
  func destinations(of action: Action.ID, on screen: ScreenKind) -> [ScreenKind] {
    ways[screen.rawValue, default: []].filter { $0.actions.contains(action.rawValue) }
      .map { ScreenKind($0.to) }
  }

  /// The lines of the map that are ways: `From -->|action, action| To`.
  var lines: Set<String> {
    var lines = Set(Self.mermaid.split(separator: "\n").map(String.init))
    let names = (layout == .wide ? ["wide"] : []) + variants.map { "\(layout) \($0)=\($1)" }
    for name in names.sorted() {
      for line in Self.differences[name, default: ""].split(separator: "\n") {
        if line.first == "+" { lines.insert(String(line.dropFirst())) }
        if line.first == "-" { lines.remove(String(line.dropFirst())) }
      }
    }
    return lines.filter { $0.contains("-->") }
  }

  /// Crawls what is shown when the database was damaged, and no more: what comes then is the same.
  @MainActor static func crawlDamaged(_ options: AppWorld.Options) async throws -> AppMap {
    var options = options
    options.features = ["backups", "onboarding"]
    options.damage = DamageReport(
      path: "library-damaged-1.sqlite",
      backup: CalendarDate("2026-11-19").map { Backup(path: "library-0001.sqlite", day: $0) })
    return try await Crawler(samples: .app) { AppWorld(options).makeSession() }.crawl()
  }

  private func readWays() -> [String: [Way]] {
    var ways: [String: [Way]] = [:]
    for line in lines.sorted() {
      let parts = line.split(separator: "|")
      guard parts.count == 3 else { continue }
      let from = parts[0].split(separator: " ").first.map(String.init) ?? ""
      let actions = parts[1].split(separator: ",").map { String($0).trimmed }
      ways[from, default: []].append((Set(actions), String(parts[2]).trimmed))
    }
    return ways
  }
}
