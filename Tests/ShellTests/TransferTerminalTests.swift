import Files
import Services
import Testing

@testable import Shell

@Suite("An export at a terminal")
@MainActor struct TransferTerminalTests {
  private func export(
    to file: String, _ change: (inout Console) -> Void, environment: [String: String] = [:],
    summary: String = "Done."
  ) async -> ToyRun {
    let export = Transfer(
      "export-toys", command: "export toys", title: "", explanation: "", direction: .writes
    ) { _, progress throws(TransferError) in
      progress(TransferProgress(step: "Counting", done: 1))
      return TransferReport(summary: summary)
    }
    var configuration = ShellConfiguration.toy()
    configuration.transferCommands = [
      TransferCommand("export toys", writesFile: true, explanation: "give toys away")
    ]
    configuration.withTransfers = { _, body in await body([export], .account("ada")) }
    return await ToyRun(
      "", ["export", "toys", file], configuration: configuration, environment: environment,
      change: change)
  }

  @Test("An export isn't written to a terminal, which would obey control characters in it")
  func refused() async {
    let run = await export(to: "-", { $0.isOutputTerminal = true })
    #expect(run.status == 2 && run.output.isEmpty)
    #expect(run.errors.hasPrefix("Toy: export toys can't write to a terminal."), "\(run.errors)")
  }

  @Test("The progress on a terminal without control sequences is a line for each step")
  func dumb() async {
    let run = await export(
      to: "a", { $0.isErrorTerminal = true }, environment: ["TERM": "dumb"])
    #expect(run.status == 0 && run.output == "Done.\n")
    #expect(run.errors == "Counting\n")
  }

  @Test("An export whose data can't be read again is incomplete, with status 1")
  func lostData() async {
    let run = await export(to: "-", { _ in })
    #expect(run.status == 1 && run.output.isEmpty)
    #expect(run.errors.contains("Toy: The output is incomplete. “-” doesn't exist."))
  }

  @Test("With --json an export of an app that can't be opened puts no object into its data")
  func unopened() async {
    var configuration = ShellConfiguration.toy()
    configuration.transferCommands = [
      TransferCommand("export toys", writesFile: true, explanation: "give toys away")
    ]
    configuration.withTransfers = { _, _ in throw StorageError.full }
    for (file, isBeside) in [("-", true), ("a", false)] {
      let run = await ToyRun("", ["export", "toys", file, "--json"], configuration: configuration)
      #expect(run.status == 1 && run.output.isEmpty == isBeside, "\(run.output)")
      #expect(run.errors.contains(#""type":"problem""#) == isBeside, "\(run.errors)")
    }
  }

  @Test("The report on a terminal is wrapped at words")
  func wrapped() async {
    let run = await export(
      to: "a", { $0.columns = { 20 } }, summary: "Exported all of the toys to a file.")
    #expect(run.status == 0)
    #expect(run.output == "Exported all of the\n  toys to a file.\n")
  }
}
