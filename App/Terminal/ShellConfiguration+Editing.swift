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
        let history = AppFolders.history(
          dataFolder: options.dataFolder, environment: options.environment)
        return LibeditEditor(history: options.isEphemeral ? nil : history)
      }
    #endif
    return configuration
  }
}
