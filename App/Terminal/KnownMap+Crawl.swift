import Backups
import Core
import Inspection
import Files
import AppComposition
import Services

extension KnownMap {
  /// Crawls the app with these options.
  @MainActor static func crawl(
    _ options: AppOptions, coverage: Crawler.Coverage = .ways
  ) async throws -> AppMap {
    // feature: Backups
    var map = try await crawlWhole(options, coverage)
    map.add(try await crawlDamaged(options))
    return map
    // else: return try await crawlWhole(options, coverage)
    // end
  }

  @MainActor private static func crawlWhole(
    _ options: AppOptions, _ coverage: Crawler.Coverage
  ) async throws -> AppMap {
    // feature: Auth
    let wrappers = ServiceWrappers.forCrawls()
    // else: let wrappers = ServiceWrappers()
    // end
    return try await Crawler(bound: 8000, coverage: coverage, samples: .app) {
      AppWorld(options, wrapping: wrappers).makeSession()
    }.crawl()
  }

  // feature: Backups
  /// Crawls only the screens after damage of the database; the rest is the same.
  @MainActor static func crawlDamaged(_ options: AppOptions) async throws -> AppMap {
    var options = options
    options.features = ["backups", "onboarding"]
    options.damage = DamageReport(
      path: "library-damaged-1.sqlite",
      backup: CalendarDate("2026-11-19").map { Backup(path: "library-0001.sqlite", day: $0) })
    return try await Crawler(samples: .app) { AppWorld(options).makeSession() }.crawl()
  }
  // end
}
