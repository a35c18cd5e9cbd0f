import AppComposition
import Core

/// The maps of the app, crawled once for all tests.
@MainActor enum Crawls {
  private static let compact = Task { @MainActor in
    try await Crawler(samples: .app, make: { Worlds.whole() }).crawl()
  }
  private static let wide = Task { @MainActor in
    try await Crawler(samples: .app, make: { Worlds.whole(.wide) }).crawl()
  }

  static func map(_ layout: Layout) async throws -> AppMap {
    try await (layout == .wide ? wide : compact).value
  }
}
