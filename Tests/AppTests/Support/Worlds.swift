import Inspection
import Services
import AppComposition
import Core
import Foundation

/// Apps for tests: each call creates separate services, a fixed clock and counted identifiers.
@MainActor enum Worlds {
  static let allFeatures = AppOptions.allFeatures
  // feature: Auth
  /// All features without onboarding.
  static let welcomed = allFeatures.subtracting(["onboarding"])
  // end

  static func world(
    // feature: Books
    _ features: Set<Identifier<Feature>> = ["books"],
    // else: _ features: Set<Identifier<Feature>>,
    // end
    layout: WidthClass = .compact, experiments: [String: String] = [:],
    wrapping wrappers: ServiceWrappers = ServiceWrappers()
  ) -> AppWorld {
    AppWorld(
      AppOptions(
        seed: 1, now: Date(timeIntervalSince1970: 1_795_176_000), layout: layout,
        experiments: experiments, features: features, usesFiles: false),
      wrapping: wrappers)
  }

  // feature: Books
  /// The app with books and nothing else.
  static func compact() -> AppSession { world().makeSession() }
  static func wide() -> AppSession { world(layout: .wide).makeSession() }

  // end
  /// The whole app.
  static func whole(_ layout: WidthClass = .compact) -> AppSession {
    world(allFeatures, layout: layout).makeSession()
  }

  /// A link to each tab of the app with all features.
  static let tabs: [DeepLink] = {
    let session = whole()
    let tabs = session.root.features.flatMap(\.tabs)
    session.stop()
    return tabs.compactMap { try? DeepLink("booksapp://\($0.id.rawValue)") }
  }()

  /// One link for each kind of destination, and some without one; a feature that is new has at least its tabs.
  static let links: [DeepLink] = {
    let known = knownLinks
    return known + tabs.filter { !known.contains($0) }
  }()

  private static let knownLinks = [
    // feature: Books
    "booksapp://books/dune", "booksapp://books/no-such-book", "booksapp://authors/leo-tolstoy",
    "booksapp://subjects/Poetry", "booksapp://shelves", "booksapp://shelves/read",
    "booksapp://shelves/no-such-shelf", "booksapp://entries/no-such-entry",
    "booksapp://search?q=sea&language=fre", "booksapp://discover",
    // end
    "booksapp://elsewhere",
    // feature: Books
    "booksapp://statistics", "booksapp://statistics/detailed",
    // end
    // feature: Auth
    "booksapp://account", "booksapp://account/profile", "booksapp://account/nothing",
    // end
    // feature: Membership
    "booksapp://membership",
    // end
    // feature: Transfers
    "booksapp://transfers",
    // end
  ].compactMap { try? DeepLink($0) }

  /// Steps that create an account and sign in with it.
  // feature: Auth
  static let ways: [[Step]] = {
    guard let account = try? DeepLink("booksapp://account") else { return [] }
    let email = Step.perform(.fill, .field("email", .text("ada@example.org")))
    let password = Step.perform(
      .fill, .field("password", .secret(Secret("a long enough password"))))
    return [
      [
        .open(account), .perform("create", .none),
        .perform(.fill, .field("name", .text("Ada"))), email, password,
        .perform(.fill, .field("terms", .choice("accept"))), .perform("create", .none),
      ],
      [.open(account), .perform("sign-in", .none), email, password, .perform("sign-in", .none)],
    ]
  }()
  // else: static let ways: [[Step]] = []
  // end
}
