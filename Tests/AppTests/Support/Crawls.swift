import AppComposition
import Core

/// The maps of the app, crawled once for all tests.
@MainActor enum Crawls {
  private static let compact = Task { try await crawl(Worlds.compact) }
  private static let wide = Task { try await crawl(Worlds.wide) }

  static func map(_ layout: Layout) async throws -> AppMap {
    try await (layout == .wide ? wide : compact).value
  }

  private static func crawl(_ make: @escaping () -> AppSession) async throws -> AppMap {
    try await Crawler(samples: .app, make: make).crawl()
  }
}
