import Core
import Files
import Services
import Foundation
import Synchronization
import Testing

@testable import Shell

@Suite("Imports and exports on the command line")
@MainActor struct TransferCommandTests {
  private let commands = [
    TransferCommand("import toys", explanation: "bring toys in"),
    TransferCommand("export toys", writesFile: true, explanation: "give toys away"),
    TransferCommand(
      "export year", parameter: "YEAR", parameterKind: .number(1...9999),
      writesFile: true, explanation: "give a year's toys away"),
    TransferCommand("restore", takesSeveralFiles: true, explanation: "bring all back"),
  ]

  private func run(
    _ arguments: [String], _ answer: Result<TransferReport, TransferError> = .success(Self.report),
    input: String = ""
  ) async -> ToyRun {
    var take = Transfer(
      "import-toys", command: "import toys", title: "", explanation: "", direction: .reads
    ) { request, progress throws(TransferError) in
      progress(TransferProgress(step: "Counting", done: 1))
      var report = try answer.get()
      report.summary += " \(request.files) \(request.owner) \(request.isDryRun)"
      if !input.isEmpty { Self.read(request.files.first ?? "") }
      return report
    }
    let give = Transfer(
      "export-toys", command: "export toys", title: "", explanation: "", direction: .writes
    ) { request, _ throws(TransferError) in
      var report = try answer.get()
      report.summary += " \(request.replaces)"
      if let path = request.files.first, path.hasPrefix("/") {
        _ = FileManager.default.createFile(atPath: path, contents: Data("teddy\n".utf8))
      }
      return report
    }
    var year = Transfer(
      "export-year", command: "export year", title: "", explanation: "", direction: .writes
    ) { request, _ throws(TransferError) in
      TransferReport(summary: "\(request.parameter) \(request.files)")
    }
    year.parameter = "Year"
    take.offersDryRun = true
    var restore = Transfer(
      "restore", command: "restore", title: "", explanation: "", direction: .reads
    ) { _, _ throws(TransferError) in try answer.get() }
    restore.warning = "All is replaced."
    var configuration = ShellConfiguration.toy(ToyServices())
    configuration.transferCommands = commands
    let transfers = [take, give, year, restore]
    configuration.withTransfers = { _, body in await body(transfers, .account("ada")) }
    return await ToyRun(input, arguments, configuration: configuration)
  }

  /// The file that the last import of standard input read.
  nonisolated private static let seen = Mutex<(path: String, mode: Int?, text: String?)?>(nil)

  nonisolated private static func read(_ path: String) {
    let mode = try? FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    let text = try? String(contentsOfFile: path, encoding: .utf8)
    seen.withLock { $0 = (path, mode, text) }
  }

  nonisolated private static let report = TransferReport(
    summary: "Done.", counts: [TransferReport.Count("Toys", 7)],
    rejections: [TransferReport.Rejection(line: 3, reason: "bad \u{1B}[31m\u{202E}title")],
    rejectionCount: 5)

  @Test("Differences between file and library are printed, with the number of unlisted ones")
  func differences() async throws {
    var report = Self.report
    report.differences = [
      TransferReport.Difference(
        line: 2, title: "Emma", column: "My Rating", fileValue: "4\u{1B}[2J", libraryValue: "2"),
      TransferReport.Difference(
        line: 3, title: "Nada", column: "Notes", fileValue: "x", libraryValue: ""),
    ]
    report.differenceCount = 12
    let run = await run(["import", "toys", "a"], .success(report))
    #expect(
      run.output.hasSuffix(
        """
          And 4 more.

        Unchanged in your library:
          Line 2: Emma, My Rating: the file says “4\u{FFFD}[2J”, your library has “2”
          Line 3: Nada, Notes: the file says “x”, your library has nothing
          And 10 more.

        """))
    let json = await self.run(["import", "toys", "a", "--json"], .success(report)).output
    let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    let told = try #require(object?["report"] as? [String: Any])
    #expect(told["differenceCount"] as? Int == 12)
    let first = try #require((told["differences"] as? [[String: Any]])?.first)
    #expect(first["line"] as? Int == 2 && first["title"] as? String == "Emma")
    #expect(first["column"] as? String == "My Rating" && first["libraryValue"] as? String == "2")
  }

  @Test("Values that were not recognised are printed, with the number of unlisted ones")
  func unrecognized() async throws {
    var report = Self.report
    report.unrecognized = [
      TransferReport.Unrecognized(
        line: 4, title: "Emma", column: "My Rating", fileValue: "\u{1B}[2J",
        outcome: "is no rating.")
    ]
    report.unrecognizedCount = 3
    let run = await run(["import", "toys", "a"], .success(report))
    #expect(
      run.output.hasSuffix(
        """
        Values not recognised:
          Line 4: Emma, My Rating: “\u{FFFD}[2J” is no rating.
          And 2 more.

        """))
    let json = await self.run(["import", "toys", "a", "--json"], .success(report)).output
    #expect(
      json.contains("\"unrecognizedCount\":3") && json.contains("\"outcome\":\"is no rating.\""))
  }

  @Test("The report is printed without control characters")
  func text() async {
    let run = await run(["import", "toys", "a b.csv"])
    #expect(run.status == 0 && run.errors == "Counting\n")
    #expect(
      run.output == """
        Done. ["a b.csv"] account(ada) false
          Toys  7

        Skipped:
          Line 3: bad \u{FFFD}[31mtitle
          And 4 more.

        """)
  }

  @Test("With --json the report is one object")
  func json() async throws {
    let run = await run(["import", "toys", "a", "--json", "--dry-run"])
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    #expect(object["type"] as? String == "report" && object["command"] as? String == "import toys")
    #expect(object["isDryRun"] as? Bool == true && run.status == 0)
    let report = try #require(object["report"] as? [String: Any])
    #expect(report["rejectionCount"] as? Int == 5)
  }

  @Test("A failure is printed and has status 1, a cancelled transfer 130")
  func failures() async {
    let failed = await run(["import", "toys", "a"], .failure(.file("No \u{1B}[2Jfile.")))
    #expect(failed.status == 1 && failed.output.isEmpty)
    #expect(failed.errors.contains("No \u{FFFD}[2Jfile."))
    #expect(
      await run(["import", "toys", "a", "--json"], .failure(.format("x"))).output.contains(
        "problem"))
    let cancelled = await run(["import", "toys", "a", "--json"], .failure(.cancelled))
    #expect(cancelled.status == 130 && cancelled.output.contains("problem"))
  }

  @Test(
    "Misuse is printed and has status 2",
    arguments: [
      ["import"], ["import", "toys"], ["import", "toys", "a", "b"], ["import", "dolls", "a"],
      ["import", "toys", ""], ["restore"], ["imprt", "toys", "a"], ["--dry-run"],
      ["import", "toys", "a", "--record", "b"],
    ])
  func misuse(_ arguments: [String]) async {
    let run = await run(arguments)
    #expect(run.status == 2 && run.output.isEmpty && !run.errors.isEmpty)
  }

  @Test("A transfer that replaces data runs only after confirmation")
  func warning() async {
    let asked = await run(["restore", "a", "b"])
    #expect(asked.status == 2 && asked.errors.contains("All is replaced."))
    let json = await run(["restore", "a", "b", "--json"])
    #expect(json.status == 2 && json.output.contains("problem") && json.errors == asked.errors)
    #expect(await run(["restore", "a", "b", "--yes"]).status == 0)
    #expect(await run(["restore", "a", "--dry-run"]).status == 2)
  }

  @Test("An existing file is replaced only with --force, which an import does not take")
  func force() async {
    let asked = await run(["export", "toys", "a"], .failure(.exists("a")))
    #expect(asked.status == 2)
    #expect(asked.errors.hasSuffix("Toy: “a” already exists. Add --force to replace it.\n"))
    #expect(await run(["export", "toys", "a", "--force"]).output.contains("true"))
    #expect(await run(["import", "toys", "a", "--force"]).status == 2)
    #expect(await run(["--force"]).status == 2)
  }

  @Test("Nothing to export is a failure that names the account")
  func nothing() async {
    let run = await run(["export", "toys", "a"], .failure(.nothingToExport(account: "Ada")))
    #expect(run.status == 1 && run.output.isEmpty)
    #expect(run.errors.hasSuffix("Toy: Nothing to export for this account (Ada).\n"))
  }

  @Test("With - an export goes to standard output, and its report to standard error")
  func output() async {
    let run = await run(["export", "toys", "-"])
    #expect(run.output == "teddy\n" && run.status == 0)
    #expect(run.errors.contains("Done.") && run.errors.contains("Toys  7"))
    let json = await self.run(["export", "toys", "-", "--json"])
    #expect(json.output == "teddy\n" && json.errors.contains("\"type\":\"report\""))
    let failed = await self.run(["export", "toys", "-", "--json"], .failure(.format("x")))
    #expect(failed.output.isEmpty && failed.errors.contains("\"type\":\"problem\""))
  }

  @Test("With - an import reads standard input from a private file, which is deleted")
  func input() async throws {
    let run = await run(["import", "toys", "-"], input: "teddy\nball\n")
    #expect(run.status == 0 && run.output.contains("[\"-\"]"), "\(run.output)")
    let file = try #require(Self.seen.withLock { $0 })
    #expect(file.text == "teddy\nball\n" && file.mode == 0o600)
    #expect(!FileManager.default.fileExists(atPath: file.path.folderOfPath))
    #expect(await self.run(["restore", "-"]).errors.contains("can't read standard input"))
  }

  @Test("A transfer with a value takes it before the file, and a wrong one is a wrong command line")
  func parameter() async {
    #expect(await run(["export", "year", "2026", "a"]).output == "2026 [\"a\"]\n")
    for words in [[], ["2026"], ["2026", "a", "b"], ["2026", ""]] {
      let run = await run(["export", "year"] + words)
      #expect(run.status == 2 && run.errors.contains("Use it like this: export year YEAR FILE."))
    }
    let wrong = await run(["export", "year", "abc", "-"])
    #expect(wrong.status == 2 && wrong.output.isEmpty)
    #expect(wrong.errors == "Toy: YEAR takes a number from 1 to 9999, not “abc”. Try --help.\n")
    let empty = await run(["export", "year", "", "a"])
    #expect(empty.status == 2 && empty.errors.contains("YEAR takes a number from 1 to 9999"))
    #expect(await run(["help", "export", "year"]).output.contains("export year YEAR FILE"))
  }

  @Test("The usage text lists the transfers")
  func usage() async {
    let text = await run(["--help"]).output
    #expect(text.contains("import toys FILE ") && text.contains("restore FILE...  "))
  }
}
