import Core
import Files
import Foundation
import Services
import Testing

@testable import Shell

@Suite("The summary of an export to standard output")
@MainActor struct TransferSummaryTests {
  @Test("A summary that names its file names standard output, and not the private file or -")
  func output() async {
    let give = Transfer(
      "export-toys", command: "export toys", title: "", explanation: "", direction: .writes
    ) { request, _ throws(TransferError) in
      let path = request.files.first ?? ""
      _ = FileManager.default.createFile(atPath: path, contents: Data("teddy\n".utf8))
      return TransferReport(summary: "Given to \(path).")
    }
    var configuration = ShellConfiguration.toy(ToyServices())
    configuration.transferCommands = [
      TransferCommand("export toys", writesFile: true, explanation: "give toys away")
    ]
    configuration.withTransfers = { _, body in await body([give], .guest) }
    let run = await ToyRun("", ["export", "toys", "-"], configuration: configuration)
    #expect(run.status == 0 && run.output == "teddy\n")
    #expect(run.errors.contains("Given to standard output."), "\(run.errors)")
  }
}
