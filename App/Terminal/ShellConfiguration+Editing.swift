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
