import Shell

extension ShellConfiguration {
  /// The configuration with the ways to bring data in and to take it out.
  @MainActor func transferring() -> ShellConfiguration {
    var configuration = self
    configuration.transferCommands = [
      TransferCommand("import goodreads", explanation: "bring in a library from Goodreads"),
      TransferCommand("export goodreads", explanation: "write your library for Goodreads"),
      TransferCommand("export json", explanation: "write everything of yours as JSON"),
      TransferCommand(
        "import openlibrary-dump", takesSeveralFiles: true,
        explanation: "make a catalogue of Open Library's dumps"),
      TransferCommand("backup", explanation: "copy everything to one file"),
      TransferCommand("restore", explanation: "bring everything back from a backup"),
    ]
    configuration.isOwnFileName = AppFolders.isOwnName
    configuration.withTransfers = { options, body in
      let world = try await AppWorld.open(options)
      defer { world.close() }
      return await world.withTransfers(body)
    }
    return configuration
  }
}
