import AppComposition
import Core
import Shell

extension ShellConfiguration {
  /// Returns the configuration with imports and exports.
  @MainActor func transferring() -> ShellConfiguration {
    var configuration = self
    configuration.transferCommands = TransferCommand.all
    configuration.withTransfers = { options, body in
      let world = try await AppWorld.open(options)
      defer { world.close() }
      return await world.withTransfers(body)
    }
    return configuration
  }
}

extension TransferCommand {
  /// The imports and exports of all features.
  fileprivate static let all: [TransferCommand] = [
    // feature: Books
    TransferCommand(
      "import goodreads", offersDryRun: true, explanation: "import a Goodreads library"),
    TransferCommand(
      "export goodreads", writesFile: true, explanation: "export your library for Goodreads"),
    TransferCommand(
      "export year", parameter: "YEAR", parameterKind: .number(1...9999), writesFile: true,
      explanation: "export a year of reading as Markdown"),
    // end
    // feature: Transfers
    TransferCommand(
      "export json", writesFile: true, explanation: "export all your data as JSON"),
    // end
    // feature: Books
    TransferCommand(
      "import openlibrary-dump", takesSeveralFiles: true,
      explanation: "build a catalogue from Open Library's dumps"),
    // end
    // feature: Backups
    TransferCommand(
      "backup", writesFile: true, explanation: "back up all data to one file"),
    TransferCommand(
      "restore", asksFirst: true, explanation: "replace all data with a backup"),
    // end
  ]
}
