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
      return World(end: world.close) { world.makeSession() }
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
  ).transferring()
}

extension AppWorld {
  /// Creates the world for a command line: in memory, or in its files.
  ///
  /// - Parameter usesFiles: whether transfers read and write files.
  static func open(
    _ launch: LaunchOptions, usesFiles: Bool = true
  ) async throws(StorageError) -> AppWorld {
    var options = Options(launch)
    options.usesFiles = usesFiles
    guard !launch.isEphemeral else { return AppWorld(options) }
    let folders = try AppFolders(dataFolder: launch.dataFolder, environment: launch.environment)
    let world = AppWorld(options, storage: try await AppStorage.open(folders))
    world.noteMissingStorage()
    return world
  }
}

extension AppWorld.Options {
  /// Creates the options for a command line. A date means its noon, UTC.
  init(_ options: LaunchOptions) {
    self.init(
      seed: options.seed,
      now: options.now.map {
        Date(timeIntervalSince1970: Double($0.daysSince1970) * 86_400 + 43_200)
      },
      layout: options.layout, experiments: Experiments(options.variants))
  }

  /// The options of a crawl, which are the same on every machine.
  static let crawl = Self(
    seed: 1, now: Date(timeIntervalSince1970: 1_795_176_000), usesFiles: false)
}

/// The version of the app.
public enum AppVersion {
  /// As in CHANGELOG.md.
  public static let current = "0.1.0"
}
