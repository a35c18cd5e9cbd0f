import AppComposition
import Core
import Foundation

/// Apps for tests: each call has services of its own, a clock that stands still and counted
/// identifiers.
@MainActor enum Worlds {
  static func world(
    layout: Layout = .compact, wrapping wrappers: ServiceWrappers = ServiceWrappers()
  ) -> AppWorld {
    AppWorld(
      AppWorld.Options(
        seed: 1, now: Date(timeIntervalSince1970: 1_795_176_000), layout: layout),
      wrapping: wrappers)
  }

  static func session(layout: Layout = .compact) -> AppSession {
    world(layout: layout).makeSession()
  }

  static func compact() -> AppSession { session() }
  static func wide() -> AppSession { session(layout: .wide) }

  /// One link for each kind of place, and some that lead nowhere.
  static let links = [
    "booksapp://books/dune", "booksapp://books/no-such-book", "booksapp://authors/leo-tolstoy",
    "booksapp://subjects/Poetry", "booksapp://shelves", "booksapp://shelves/read",
    "booksapp://shelves/no-such-shelf", "booksapp://entries/no-such-entry",
    "booksapp://search?q=sea&language=fre", "booksapp://discover", "booksapp://elsewhere",
  ].compactMap { try? Link($0) }
}
