// Needs: Auth, Backups, Books, Onboarding, Transfers

import Walks
import Inspection
import Services
@testable import AppComposition
import AppTerminal
@testable import Core
import Foundation
import Shell
import TestKit
import Testing

/// Over files, as for a reader.
@Suite("A transfer that is interrupted", .timeLimit(.minutes(60)))
@MainActor struct HeldTransferTests {
  enum Step: CaseIterable {
    case importing, exporting, backingUp, restoring

    /// The call that the transfer waits for.
    var call: HeldServices.Call {
      switch self {
      case .importing: .records
      case .exporting: .entry
      case .backingUp: .backup
      case .restoring: .restoring
      }
    }

    var title: String {
      switch self {
      case .importing: "Import a Goodreads library"
      case .exporting: "Export everything as JSON"
      case .backingUp: "Back up"
      case .restoring: "Restore a backup"
      }
    }
  }

  struct Case: CustomTestStringConvertible, Sendable {
    static let all = Step.allCases.flatMap { step in
      // Without a root switch, which the app never does to this tab.
      Ending.allCases.filter { $0 != .rootSwitch }.map { Case(step: step, ending: $0) }
    }
    let step: Step
    let ending: Ending
    var testDescription: String { "\(step) ended by \(ending)" }

    /// Whether the transfer continues: there is no layer to close, and neither another tab nor a
    /// link to one ends it.
    var isDone: Bool { [.answer, .otherTab, .close, .link].contains(ending) }
    /// Whether the user is asked whether to stop the transfer.
    var asks: Bool { ending == .back || ending == .quit }
  }

  private let disk: Disk
  private let held = HeldServices()
  private var file: String { "\(disk.path)/transfers/file" }

  init() throws {
    disk = try Disk()
    try FileManager.default.createDirectory(
      atPath: "\(disk.path)/transfers", withIntermediateDirectories: true)
  }

  @Test(
    "An interrupted transfer is complete or has changed nothing, and leaks nothing",
    arguments: Case.all)
  func matrix(_ example: Case) async throws {
    let app = try await window()
    let transferring = try await begin(example.step, app)
    let link = try DeepLink("booksapp://search?q=emma")
    let ending = Task.immediate { await example.ending.end(app.session, on: "account", by: link) }
    let stopping = example.asks ? await stop(example.step, app) : nil
    held.release()
    await ending.value
    await transferring.value
    _ = await stopping?.value
    await app.session.settleAll()
    #expect(!held.isHolding)
    if !app.session.navigation.tree.isEmpty {
      #expect(Invariants().violations(in: app.session) == [])
    }
    await disk.end(app)
    try await check(example)
  }

  /// Opens a window with Dune on a shelf, at the list of transfers.
  private func window() async throws -> AppDriver {
    let storage = try await AppStorage.open(AppFolders(dataFolder: disk.path, environment: [:]))
    let options = LaunchOptions(dataFolder: disk.path, now: CalendarDate("2026-11-20"))
    let world = AppWorld(
      AppOptions(options), storage: storage, wrapping: held.wrappers)
    let app = await disk.launched(world.makeSession())
    await app.skipOnboarding()
    await app.open("booksapp://books/dune")
    await app.tap("want")
    await app.open("booksapp://transfers")
    return app
  }

  private func begin(_ step: Step, _ app: AppDriver) async throws -> Task<Void, Never> {
    switch step {
    case .importing:
      let rows = "Title,Author,Exclusive Shelf\nEmma,Jane Austen,to-read\n"
      try Data(rows.utf8).write(to: URL(filePath: file))
    case .restoring:
      // The backup has one book, and the replaced library has two.
      await app.choose(Step.backingUp.title)
      await app.fill("file", file)
      await app.tap("start")
      await app.open("booksapp://books/emma")
      await app.tap("want")
      await app.open("booksapp://transfers")
    case .exporting, .backingUp: break
    }
    await app.choose(step.title)
    await app.fill("file", file)
    if step == .restoring { await app.tap("start") }
    held.hold(next: step.call)
    let transferring = Task.immediate {
      await app.tap(step == .restoring ? "restore" : "start")
    }
    await held.arrived()
    return transferring
  }

  /// Agrees to stop the transfer, and returns when its screen is removed.
  private func stop(_ step: Step, _ app: AppDriver) async -> Task<ActionAnswer, Never> {
    await app.until { app.content.action("discard") != nil }
    let stopping = Task.immediate { await app.session.perform("discard") }
    await app.until { app.content.action("discard") == nil && app.title != step.title }
    return stopping
  }

  /// Checks the library at the next start.
  private func check(_ example: Case) async throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: "\(disk.path)/transfers")
    switch example.step {
    case .importing, .restoring: #expect(files == ["file"])
    case .exporting, .backingUp: #expect(files == (example.isDone ? ["file"] : []))
    }
    let next = try await disk.window()
    await next.open("booksapp://shelves/want-to-read")
    let books: Set<String> =
      switch example.step {
      case .importing: example.isDone ? ["Dune", "Emma"] : ["Dune"]
      case .restoring: example.isDone ? ["Dune"] : ["Dune", "Emma"]
      case .exporting, .backingUp: ["Dune"]
      }
    #expect(Set(next.rows) == books)
    await disk.end(next)
  }
}
