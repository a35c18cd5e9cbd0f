import Files
import Services
import Testing

@testable import Shell

@Suite("An export at a terminal")
@MainActor struct TransferTerminalTests {
  @Test("An export isn't written to a terminal, which would obey control characters in it")
  func refused() async {
    let export = Transfer(
      "export-toys", command: "export toys", title: "", explanation: "", direction: .writes
    ) { _, _ throws(TransferError) in TransferReport(summary: "Done.") }
    var configuration = ShellConfiguration.toy()
    configuration.transferCommands = [
      TransferCommand("export toys", writesFile: true, explanation: "give toys away")
    ]
    configuration.withTransfers = { _, body in await body([export], .account("ada")) }
    let (output, errors) = (MemorySink(), MemorySink())
    var console = Console.reading("", output: output, errors: errors)
    console.isOutputTerminal = true
    let status = await ShellProgram(configuration: configuration, console: console)
      .run(arguments: ["export", "toys", "-"], environment: [:])
    #expect(status == 2 && output.text.isEmpty)
    #expect(errors.text.hasPrefix("Toy: export toys can't write to a terminal."), "\(errors.text)")
  }
}
