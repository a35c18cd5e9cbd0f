import Walks
import Core
import Files
import Services
import TestKit
import Testing

@testable import Transfers

@Suite("Imports and exports on screens")
@MainActor struct TransferScreenTests {
  private let world = TransferWorld()

  /// Taps an action and returns when the transfer runs and can be cancelled.
  private func begin(_ app: AppDriver, _ then: @escaping @MainActor () async -> Void) async {
    let performing = Task.immediate { await app.session.perform("start") }
    await app.until {
      app.content.action("cancel") != nil && app.content.sections.count >= 2
    }
    await then()
    _ = await performing.value
  }

  @Test("The list has imports and exports")
  func list() async {
    await withApp({ world.session() }) { app in
      #expect(app.rows == ["Import toys", "Restore toys", "Export toys"])
      #expect(app.content.sections.map(\.title) == ["Import", "Export"])
    }
  }

  @Test("The form asks for a file, and the report replaces the form")
  func done() async {
    world.answer(.report(.toys()))
    await withApp({ world.session() }) { app in
      await app.choose("Import toys")
      await app.tap("start")
      #expect(app.content.fields.first?.problem == "Enter a file.")
      await app.fill("file", "toys.csv")
      await app.tap("start")
      #expect(app.text.contains("7 toys.") && !app.text.contains("Toys: 7"))
      #expect(
        world.requests == [Transfer.Request(files: ["toys.csv"], owner: .guest, isDryRun: false)])
      await app.tap("done")
      #expect(app.title == "Import and export")
    }
  }

  @Test("A transfer with a value asks for it before the file, and keeps it after a failure")
  func parameter() async {
    world.answer(.fail(.format("Enter a year such as 2026.")))
    await withApp({ world.session([world.writeYear]) }) { app in
      await app.choose("Export a year")
      #expect(app.content.fields.map(\.label) == ["Year", "File"])
      await app.fill("parameter", " 20 ")
      await app.fill("file", "year.md")
      await app.tap("start")
      #expect(app.text.contains("Enter a year such as 2026."))
      world.answer(.report(.toys()))
      await app.tap("start")
      #expect(world.requests.map(\.parameter) == ["20", "20"])
    }
  }

  @Test("- is refused in a form, with what it means on the command line; ./- is a file")
  func pipe() async {
    world.answer(.report(.toys()))
    await withApp({ world.session([world.read, world.replace, world.writeYear]) }) { app in
      for (transfer, means) in [
        ("Import toys", "standard input on the command line alone (import toys -)"),
        ("Export a year", "standard output on the command line alone (export year YEAR -)"),
        ("Restore toys", "isn't a file here"),
      ] {
        await app.choose(transfer)
        await app.fill("file", " - ")
        await app.tap("start")
        let problem = app.content.fields.first { $0.id == "file" }?.problem
        #expect(problem?.contains(means) == true, "\(problem ?? "none")")
        await app.back()
      }
      #expect(world.requests.isEmpty)
      await app.choose("Import toys")
      await app.fill("file", "-")
      await app.tap("start")
      await app.fill("file", "./-")
      #expect(app.content.fields.first?.problem == nil)
      await app.tap("start")
      #expect(world.requests.map(\.files) == [["./-"]])
    }
  }

  @Test("~ in a path means the same as in a shell")
  func home() async {
    world.answer(.report(.toys()))
    await withApp({ world.session() }) { app in
      await app.choose("Import toys")
      await app.fill("file", " ~/toys.csv ")
      await app.tap("start")
      #expect(world.requests.map(\.files) == [[TypedPath.expanded("~/toys.csv")]])
      #expect(world.requests.first?.files.first?.hasSuffix("/toys.csv") == true)
      #expect(world.requests.first?.files.first?.contains("~") == false)
    }
  }

  @Test("A dry run can be chosen if the transfer offers it, and asks no confirmation")
  func dryRun() async {
    world.answer(.report(.toys()))
    var read = world.read
    read.warning = "All toys are replaced."
    let transfers = [read, world.write]
    await withApp({ world.session(transfers) }) { app in
      await app.choose("Import toys")
      await app.fill("file", "toys.csv")
      await app.fill("dry-run", "Dry run: only report what would change")
      await app.tap("start")
      #expect(world.requests.map(\.isDryRun) == [true])
      await app.back()
      await app.choose("Export toys")
      #expect(app.content.fields.map(\.id) == ["file"])
    }
  }

  @Test("A failure keeps the input, and gives a remedy")
  func failure() async {
    world.answer(.fail(TransferError(.missing("toys.csv"))))
    await withApp({ world.session() }) { app in
      await app.choose("Import toys")
      await app.fill("file", "toys.csv")
      await app.tap("start")
      #expect(app.notice == FileProblem.missing("toys.csv").description)
      #expect(app.value(of: "file") == .text("toys.csv"))
    }
  }

  @Test("A warning has to be confirmed; otherwise nothing is done")
  func warning() async {
    world.answer(.report(.toys()))
    await withApp({ world.session() }) { app in
      await app.choose("Restore toys")
      #expect(app.text.contains("All toys are replaced."), "already on the form")
      await app.fill("file", "a\n b ")
      await app.tap("start")
      #expect(app.text.contains("All toys are replaced."))
      await app.tap("cancel")
      #expect(world.requests.isEmpty)
      await app.tap("start")
      await app.tap("import")
      #expect(world.requests.map(\.files) == [["a", "b"]])
      #expect(app.text.contains("7 toys."))
    }
  }

  @Test("An existing file is replaced only after a question; otherwise the input stays")
  func replacing() async {
    world.answer(.exists(then: .toys()))
    await withApp({ world.session() }) { app in
      await app.choose("Export toys")
      await app.fill("file", "toys.csv")
      await app.tap("start")
      #expect(app.text.contains("“toys.csv” already exists. Replace it?"))
      await app.tap("cancel")
      #expect(app.value(of: "file") == .text("toys.csv") && app.notice == nil)
      #expect(world.requests.map(\.replaces) == [false])
      await app.tap("start")
      await app.tap("continue")
      #expect(world.requests.map(\.replaces) == [false, false, true])
      #expect(app.text.contains("7 toys."))
    }
  }

  @Test(
    "The progress is shown and changes only with a report, and cancelling returns to the form",
    .timeLimit(.minutes(60)))
  func cancels() async {
    await withApp({ world.session() }) { app in
      await app.choose("Import toys")
      await app.fill("file", "toys.csv")
      await begin(app) {
        #expect(app.text.contains("7 done"))
        guard case .loading(let progress?) = app.content.status else {
          Issue.record("nothing says how far it is")
          return
        }
        #expect(progress.label == "Counting toys" && progress.fraction == 0.25)
        #expect(progress.detail == "7 done")
        world.clock.advance(by: .seconds(5))
        world.report(TransferProgress(step: "Counting toys", done: 2, total: 4, count: 17))
        await app.until { app.text.contains("17 done") }
        guard case .loading(let later?) = app.session.snapshot.panes.last?.content.status else {
          Issue.record("nothing says how far it is")
          return
        }
        #expect(later.detail == "17 done, 2 a second, 10 s left")
        #expect(app.text.contains("17 done, 2 a second, 10 s left"))
        world.clock.advance(by: .seconds(60))
        #expect(app.session.snapshot.panes.last?.content.status == .loading(later))
        await app.tap("cancel")
      }
      #expect(app.notice == StorageError.cancelled.description)
      #expect(app.value(of: "file") == .text("toys.csv"))
    }
  }

  @Test("Ctrl-C cancels a transfer like any action", .timeLimit(.minutes(60)))
  func interrupts() async {
    await withApp({ world.session() }) { app in
      await app.choose("Import toys")
      await app.fill("file", "toys.csv")
      await begin(app) { #expect(app.session.activity.cancelNewestAction()) }
      #expect(app.notice == StorageError.cancelled.description)
    }
  }

  /// Shared by all walks, because content that was checked once need not be checked again.
  private static let invariants = Invariants()

  @Test("Random walks find no violation", arguments: RandomWalk.seeds(4, from: 1))
  func randomWalks(_ seed: UInt64) async throws {
    let walk = RandomWalk(makeWorld: {
      let world = TransferWorld()
      var differing = TransferReport.toys()
      differing.differences = (1...30).map {
        TransferReport.Difference(
          line: $0, title: "Emma", column: "My Rating", fileValue: "4", libraryValue: "2")
      }
      differing.differenceCount = 32
      let reports = [TransferReport.toys(skipped: 25), differing]
      world.answer(
        seed.isMultiple(of: 2) ? .report(reports[Int(seed / 2 % 2)]) : .fail(.cancelled))
      return { world.session(opensList: false) }
    })
    try await walk.walk(seed: seed, steps: 200, Self.invariants)
  }

  @Test("An app without transfers has an empty list")
  func empty() async {
    await withApp({ world.session([]) }) { app in #expect(app.rows == []) }
  }
}
