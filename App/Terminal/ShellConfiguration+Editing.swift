import AppComposition
import Shell

#if canImport(Glibc) || os(macOS)
  import LineEditing
#endif

extension ShellConfiguration {
  /// Returns the configuration with line editing.
  @MainActor func editing() -> ShellConfiguration {
    var configuration = self
    configuration.links = [
      "account", "books/", "membership", "membership/plans", "shelves/", "transfers",
    ]
    .map { "booksapp://\($0)" }
    #if canImport(Glibc) || os(macOS)
      configuration.makeLineEditor = { options in
        LibeditEditor { account in
          if options.isEphemeral { return nil }
          return AppFolders.history(
            of: account, dataFolder: options.dataFolder, environment: options.environment)
        }
      }
    #endif
    return configuration
  }
}
