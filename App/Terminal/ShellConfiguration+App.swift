import AppComposition
import Inspection
import Services
import Auth
import Core
import Foundation
public import Shell

extension ShellConfiguration {
  /// The shell's configuration for this app.
  @MainActor public static let app = ShellConfiguration(
    name: "BooksApp", version: AppVersion.current, experiments: AppExperiments.variants,
    makeWorld: { options in
      // A script or a stranger's recording must not access the user's files.
      let world = try await AppWorld.open(options, usesFiles: !options.isEphemeral)
      let covers = PictureSource(
        origin: { [weak world] in world?.coverOrigin },
        file: { [weak world] in await world?.cover(at: $0).map(Array.init) })
      return World(pictures: covers, end: world.close) { world.makeSession() }
    },
    map: { request, launch in
      let known = KnownMap(layout: launch.layout, variants: launch.variants)
      if !request.isCrawl, let text = known.text(request.format) { return text }
      var options = AppWorld.Options.crawl
      options.layout = launch.layout
      options.experiments = Experiments(launch.variants)
      let map = try await KnownMap.crawl(options)
      return request.format == .dot ? map.dot : map.mermaid
    },
    destinations: { launch in
      let map = KnownMap(layout: launch.layout, variants: launch.variants)
      return { screen, action in map.destinations(of: action, on: screen).map(\.rawValue) }
    },
    standIn: PasswordStandIn.text
  ).transferring().editing().drawing().adding(words)

  /// The app's words, which work on every screen.
  private static let words = [
    Shortcut(
      "search", argument: "WORDS", explanation: "Searches for books, from every screen.",
      link: "booksapp://search", parameter: "q"),
    Shortcut("discover", explanation: "Goes to Discover.", link: "booksapp://discover"),
    Shortcut("shelves", explanation: "Goes to your shelves.", link: "booksapp://shelves"),
    Shortcut("statistics", explanation: "Goes to Statistics.", link: "booksapp://statistics"),
    Shortcut("account", explanation: "Goes to Account.", link: "booksapp://account"),
    Shortcut("import", explanation: "Goes to the imports.", link: "booksapp://transfers"),
    Shortcut("export", explanation: "Goes to the exports.", link: "booksapp://transfers"),
  ]

  private func adding(_ words: [Shortcut]) -> Self {
    var configuration = self
    configuration.shortcuts = words
    return configuration
  }
}
