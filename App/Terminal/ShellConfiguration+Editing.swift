import Terminal
import AppComposition
import Shell

#if canImport(Glibc) || os(macOS)
  import LineEditing
#endif

extension ShellConfiguration {
  /// Returns the configuration with line editing.
  @MainActor func editing() -> ShellConfiguration {
    var configuration = self
    let places: [String] = [
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
    configuration.links = places.map(AppIdentity.app.link)
    #if canImport(Glibc) || os(macOS)
      configuration.makeLineEditor = { options in
        LibeditEditor(program: AppIdentity.app.name) { account in
          if options.isEphemeral { return nil }
          return AppFolders.history(
            of: account, dataFolder: options.dataFolder, environment: options.environment)
        }
      }
    #endif
    return configuration
  }
}
