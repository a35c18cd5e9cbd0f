import Inspection
import Services
@testable import AppComposition
import Core

/// The maps of the app, crawled once for all tests.
///
/// The whole app is crawled in the compact layout. What the layout or an experiment changes is
/// crawled in the app with the features that it concerns: what it does not concern is the same.
@MainActor struct Crawls {
  let features: Set<Identifier<Feature>>
  var layout = WidthClass.compact
  var variants: [String: String] = [:]
  private let crawl: Task<AppMap, any Error>

  private init(
    _ features: Set<Identifier<Feature>>, _ layout: WidthClass = .compact,
    _ variants: [String: String] = [:]
  ) {
    self.features = features
    self.layout = layout
    self.variants = variants
    let experiments = Experiments(variants)
    crawl = Task { @MainActor in
      var map = try await Crawler(
        samples: .app,
        make: { Self.session(features, layout, experiments) }
      ).crawl()
      // With it, the app may begin with a damaged database.
      if features.contains("backups") { map.add(try await KnownMap.crawlDamaged(.crawl)) }
      return map
    }
  }

  static let whole = Crawls(Worlds.allFeatures)
  static let wideBooks = Crawls(["books"], .wide)
  static let wideAccount = Crawls(
    ["auth", "onboarding", "membership", "backups", "transfers"], .wide)
  static let compactDetails = Crawls(["books"], .compact, ["book-details": "compact"])
  static let goalFirst = Crawls(["auth", "onboarding"], .compact, ["onboarding": "goal-first"])

  /// The usual variant of what the others are compared with.
  static let books = Crawls(["books"])
  static let account = Crawls(["auth", "onboarding"])

  /// All that links and flows are tried in.
  static let all = [whole, wideBooks, wideAccount, compactDetails, goalFirst]

  var map: AppMap { get async throws { try await crawl.value } }

  /// Makes the app that was crawled.
  func session() -> AppSession { Self.session(features, layout, Experiments(variants)) }

  private static func session(
    _ features: Set<Identifier<Feature>>, _ layout: WidthClass, _ experiments: Experiments
  ) -> AppSession {
    Worlds.world(features, layout: layout, experiments: experiments).makeSession()
  }
}
