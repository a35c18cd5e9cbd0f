import Inspection
import Services
@testable import AppComposition
@testable import AppTerminal
import Core

/// The maps of the app, crawled once for all tests.
///
/// The whole app is crawled in the compact layout. The effects of another layout or an experiment
/// are crawled in an app with the affected features. Every state is explored at night, by day those for
/// the map.
@MainActor struct Crawls {
  let features: Set<Identifier<Feature>>
  var layout = WidthClass.compact
  var variants: [String: String] = [:]
  private let wrappers: ServiceWrappers
  private let crawl: Task<(map: AppMap, states: [State]), any Error>

  /// What a state of the app shows.
  struct State {
    let path: [Step]
    let snapshot: Snapshot
  }

  private init(
    _ features: Set<Identifier<Feature>>, _ layout: WidthClass = .compact,
    _ variants: [String: String] = [:]
  ) {
    self.features = features
    self.layout = layout
    self.variants = variants
    // feature: Auth
    let wrappers = ServiceWrappers.forCrawls()
    // else: let wrappers = ServiceWrappers()
    // end
    self.wrappers = wrappers
    crawl = Task { @MainActor in
      var crawler = Crawler(
        bound: 8000, coverage: Nightly.isRunning ? .states : .ways, samples: .app,
        make: { Self.session(features, layout, variants, wrappers) })
      var states: [State] = []
      crawler.visit = { states.append(State(path: $1, snapshot: $0)) }
      // feature: Backups
      var map = try await crawler.crawl()
      // With this feature, the app may start with a damaged database.
      if features.contains("backups") { map.add(try await Self.damaged.value) }
      // else: let map = try await crawler.crawl()
      // end
      return (map: map, states: states)
    }
  }

  // feature: Backups
  private static let damaged = Task { @MainActor in try await KnownMap.crawlDamaged(.crawl) }

  // end
  static let whole = Crawls(Worlds.allFeatures)
  // feature: Auth, Books
  static let wideBooks = Crawls(["books"], .wide)
  static let wideAccount = Crawls(Worlds.allFeatures.subtracting(["books"]), .wide)
  // else: static let wide = Crawls(Worlds.allFeatures, .wide)
  // end
  // feature: Books
  static let ownFirst = Crawls(["books"], .compact, ["book-details": "own-first"])
  // end
  // feature: Auth, Onboarding
  static let goalFirst = Crawls(["auth", "onboarding"], .compact, ["onboarding": "goal-first"])
  // end

  /// All crawls for tests of links and flows.
  static let all = [
    whole,
    // feature: Auth, Books
    wideBooks, wideAccount,
    // else: wide,
    // end
    // feature: Books
    ownFirst,
    // end
    // feature: Auth, Onboarding
    goalFirst,
    // end
  ]

  /// A crawl of the whole app, and of what a wide layout shows in another way.
  static let layouts = [
    whole,
    // feature: Auth, Books
    wideBooks, wideAccount,
    // else: wide,
    // end
  ]

  var map: AppMap { get async throws { try await crawl.value.map } }
  /// What each state of the map shows, but for those of a damaged database.
  var states: [State] { get async throws { try await crawl.value.states } }

  /// Links that lead away from most screens of the crawled app.
  var links: [DeepLink] {
    let known =
      [
        // feature: Books
        ("books", "booksapp://shelves"),
        // end
        // feature: Auth
        ("auth", "booksapp://account"),
        // end
      ] as [(Identifier<Feature>, String)]
    return known.filter { features.contains($0.0) }.compactMap { try? DeepLink($0.1) } + Worlds.tabs
  }

  /// Creates the crawled app.
  func session() -> AppSession {
    Self.session(features, layout, variants, wrappers)
  }

  private static func session(
    _ features: Set<Identifier<Feature>>, _ layout: WidthClass, _ variants: [String: String],
    _ wrappers: ServiceWrappers
  ) -> AppSession {
    Worlds.world(features, layout: layout, experiments: variants, wrapping: wrappers)
      .makeSession()
  }
}
