package import AppComposition
import Books
import Core
import Foundation
package import Services
package import Shell

extension AppWorld {
  /// Creates the world for a command line: in memory, or in its files.
  ///
  /// - Parameter usesFiles: whether transfers read and write files.
  package static func open(
    _ launch: LaunchOptions, usesFiles: Bool = true
  ) async throws(StorageError) -> AppWorld {
    var options = AppOptions(launch)
    options.usesFiles = usesFiles
    guard !launch.isEphemeral else { return AppWorld(options) }
    return try await open(
      options, dataFolder: launch.dataFolder, environment: launch.environment)
  }
}

extension AppOptions {
  /// Creates the options for a command line. A date means its noon, UTC.
  package init(_ options: LaunchOptions) {
    self.init(
      seed: options.seed,
      now: options.now.map {
        Date(timeIntervalSince1970: Double($0.daysSince1970) * 86_400 + 43_200)
      },
      layout: options.layout, experiments: options.variants)
    // feature: Books
    catalogue = CatalogueChoice(options.settings)
    contact = options.settings[CatalogueOptions.contact]
    if catalogue != nil { network = Self.machineNetwork }
    // end
    // What changes no data, such as a recording from a stranger, sends nothing unless its options say so.
    if !options.isEphemeral { network = Self.machineNetwork }
    keepsPlaces = options.keepsPlaces
    // feature: Auth
    keepsExpiredSession = options.isOneShot
    // end
    // feature: Onboarding
    welcomes = !options.isOneShot
    // end
  }

  /// The options of a crawl, which are the same on every machine.
  package static let crawl = Self(
    seed: 1, now: Date(timeIntervalSince1970: 1_795_176_000), usesFiles: false)
}
