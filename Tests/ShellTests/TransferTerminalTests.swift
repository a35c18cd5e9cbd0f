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

  @Test("The report on a terminal is wrapped at words")
  func wrapped() async {
    let run = await export(
      to: "a", { $0.columns = { 20 } }, summary: "Exported all of the toys to a file.")
    #expect(run.status == 0)
    #expect(run.output == "Exported all of the\n  toys to a file.\n")
  }
}
