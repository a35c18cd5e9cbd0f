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
    name: AppIdentity.app.name, version: AppVersion.current, experiments: AppExperiments.variants,
    makeWorld: { options in
      // A script or a stranger's recording must not access the user's files.
      let world = try await AppWorld.open(options, usesFiles: !options.isEphemeral)
      // feature: Books
      let covers = PictureSource(
        origin: { [weak world] in world?.coverOrigin },
        file: { [weak world] in await world?.cover(at: $0).map(Array.init) })
      // else: let covers: PictureSource? = nil
      // end
      return World(pictures: covers, end: world.close) { world.makeSession() }
    },
    map: { request, launch in
      let known = KnownMap(layout: launch.layout, variants: launch.variants)
      if !request.isCrawl, let text = known.text(request.format) { return text }
      var options = AppOptions.crawl
      options.layout = launch.layout
      options.experiments = launch.variants
      let map = try await KnownMap.crawl(options)
      return request.format == .dot ? map.dot : map.mermaid
    },
    destinations: { launch in
      let map = KnownMap(layout: launch.layout, variants: launch.variants)
      return { screen, action in map.destinations(of: action, on: screen).map(\.rawValue) }
    },
    // feature: Auth
    standIn: PasswordStandIn.text
      // else: standIn: nil
      // end
  ).withCommandLine().transferring().editing().drawing()

  /// The app's words, which work on every screen.
  private static let words: [Shortcut] = [
    // feature: Books
    Shortcut(
      "search", argument: "WORDS", explanation: "Searches for books, from every screen.",
      link: AppIdentity.app.link("search"), parameter: "q"),
    Shortcut("discover", explanation: "Goes to Discover.", link: AppIdentity.app.link("discover")),
    Shortcut(
      "shelves", explanation: "Goes to your shelves.", link: AppIdentity.app.link("shelves")),
    Shortcut(
      "statistics", explanation: "Goes to Statistics.", link: AppIdentity.app.link("statistics")),
    // end
    // feature: Auth
    Shortcut("account", explanation: "Goes to Account.", link: AppIdentity.app.link("account")),
    Shortcut(
      "sign-in", explanation: "Goes to Account, where you can sign in.",
      link: AppIdentity.app.link("account")),
    // end
    // feature: Transfers
    Shortcut(
      "import", explanation: "Goes to Import and export.", link: AppIdentity.app.link("transfers")),
    Shortcut(
      "export", explanation: "Goes to Import and export.", link: AppIdentity.app.link("transfers")),
    // feature: Backups
    Shortcut(
      "backup", explanation: "Goes to Import and export, where you can back up.",
      link: AppIdentity.app.link("transfers")),
    Shortcut(
      "restore", explanation: "Goes to Import and export, where you can restore a backup.",
      link: AppIdentity.app.link("transfers")),
    // end
    // end
  ]

  /// The beginnings of links to the app's screens, without its scheme.
  private static let places: [String] = [
    // feature: Auth
    "account",
    // end
    // feature: Books
    "authors/", "books/", "discover", "search?q=",
    // end
    // feature: Membership
    "membership", "membership/plans",
    // end
    // feature: Books
    "shelves", "shelves/", "statistics", "statistics/detailed", "subjects/",
    // end
    // feature: Transfers
    "transfers",
    // end
  ]

  /// Returns the configuration with the app's own words, links, subcommands, options and files.
  @MainActor private func withCommandLine() -> ShellConfiguration {
    var configuration = self
    configuration.shortcuts = Self.words
    configuration.links = Self.places.map(AppIdentity.app.link)
    configuration.dataVariable = AppIdentity.app.dataVariable
    // feature: Books
    configuration.summary = "keep the books that you read"
    configuration.commands = BookCommands.all
    configuration.options = CatalogueOptions.all
    // end
    configuration.isOwnFile = { path, options in
      // A recording is written to the disk also where nothing else is.
      let folders = try? AppFolders(
        dataFolder: options.dataFolder, environment: options.environment)
      return AppFolders.isOwn(path, in: folders)
    }
    return configuration
  }
}
