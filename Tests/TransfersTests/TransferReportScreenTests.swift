import Core
import Files
import Services
import TestKit
import Testing

@testable import Transfers

@Suite("The report of a transfer on a screen")
@MainActor struct TransferReportScreenTests {
  private let world = TransferWorld()

  @Test("Some of many skipped rows are shown, and more on request")
  func rejections() async {
    world.answer(.report(.toys(skipped: 45)))
    await withApp({ world.session() }) { app in
      await app.choose("Export toys")
      await app.fill("file", "toys.csv")
      await app.tap("start")
      #expect(app.text.contains("Line 20: It is broken."))
      #expect(!app.text.contains("Line 21") && app.text.contains("And 25 more."))
      await app.tap("more")
      await app.tap("more")
      #expect(app.text.contains("Line 45") && !app.text.contains("more."))
      #expect(app.content.action("more") == nil)
    }
  }

  @Test("The report of an export names the file as it was typed, once; that of an import does not")
  func file() async {
    // The summary “7 toys.” has the word, too.
    for (transfer, file, line) in [
      (world.write, "toys.csv", "File: toys.csv"), (world.write, "toys", "File: toys"),
      (world.backUp, "toys", nil), (world.read, "toys", nil),
    ] as [(Transfer, String, String?)] {
      world.answer(.report(.toys()))
      await withApp({ world.session([world.read, world.write, world.backUp]) }) { app in
        await app.choose(transfer.title)
        await app.fill("file", file)
        await app.tap("start")
        #expect(app.text.contains("7 toys"))
        let section = app.content.sections.first { $0.id == "file" }
        #expect(section?.body == line.map { ContentSection.Body.text($0) })
      }
    }
  }

  @Test("The counts that are not zero are shown as one block")
  func counts() async {
    var report = TransferReport.toys()
    report.counts = [
      TransferReport.Count("Added", 2), TransferReport.Count("Updated", 0),
      TransferReport.Count("Unchanged", 5),
    ]
    world.answer(.report(report))
    await withApp({ world.session() }) { app in
      await app.choose("Import toys")
      await app.fill("file", "toys.csv")
      await app.tap("start")
      let section = app.content.sections.first { $0.id == "counts" }
      #expect(section?.body == .text("Added: 2\nUnchanged: 5"))
    }
  }

  @Test("Differences show both values, some at first and more on request")
  func differences() async {
    world.answer(.report(differing()))
    await withApp({ world.session() }) { app in
      await app.choose("Import toys")
      await app.fill("file", "toys.csv")
      await app.tap("start")
      #expect(app.content.sections.last?.title == "Unchanged in your library")
      #expect(
        app.text.contains("Line 1: Emma, My Rating: the file says “4”, your library has “2”"))
      #expect(!app.text.contains("Line 21") && app.text.contains("And 12 more."))
      await app.tap("more")
      #expect(app.text.contains("Line 30") && app.text.contains("And 2 more."))
      #expect(app.content.action("more") == nil)
    }
  }

  private func differing() -> TransferReport {
    var report = TransferReport.toys()
    report.differences = (1...30).map {
      TransferReport.Difference(
        line: $0, title: "Emma", column: "My Rating", fileValue: "4", libraryValue: "2")
    }
    report.differenceCount = 32
    return report
  }

  @Test("Values that were not recognised are listed, some at first and more on request")
  func unrecognized() async {
    var report = TransferReport.toys()
    report.unrecognized = (1...30).map {
      TransferReport.Unrecognized(
        line: $0, title: "Emma", column: "My Rating", fileValue: "x", outcome: "is no rating.")
    }
    report.unrecognizedCount = 32
    world.answer(.report(report))
    await withApp({ world.session() }) { app in
      await app.choose("Import toys")
      await app.fill("file", "toys.csv")
      await app.tap("start")
      #expect(app.content.sections.last?.title == "Values not recognised")
      #expect(app.text.contains("Line 20: Emma, My Rating: “x” is no rating."))
      #expect(!app.text.contains("Line 21") && app.text.contains("And 12 more."))
      await app.tap("more")
      #expect(app.text.contains("Line 30") && app.text.contains("And 2 more."))
      #expect(app.content.action("more") == nil)
    }
  }
}
