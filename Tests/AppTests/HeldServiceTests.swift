// Needs: Books

import Walks
import Services
import Inspection
import AppComposition
@testable import Core
import TestKit
import Testing

@Suite("Requests to services, ended while they wait", .timeLimit(.minutes(60)))
@MainActor struct HeldServiceTests {
  /// The request that waits for the catalogue or the library.
  enum Step: CaseIterable {
    case search, more, book, author, subject, adding, savingForm, statistics

    /// Whether a request to the catalogue is held, which is cancelled with its caller; the
    /// library's calls are not.
    var isRequest: Bool { self != .statistics && !adds }
    /// Whether a book is added.
    var adds: Bool { self == .adding || self == .savingForm }
    /// The held call.
    var call: HeldServices.Call {
      adds ? .entry : self == .statistics ? .allEntries : .request
    }
    /// The tab in which it begins.
    var tab: TabID { self == .statistics ? "statistics" : "search" }
    /// Whether it begins on the tab's first screen.
    var isOnRoot: Bool { self == .search || self == .more }
  }

  struct Case: CustomTestStringConvertible, Sendable {
    static let all = Step.allCases.flatMap { step in
      Ending.allCases.flatMap { ending in
        [WidthClass.compact, .wide].map { Case(step: step, ending: ending, layout: $0) }
      }
    }
    let step: Step
    let ending: Ending
    let layout: WidthClass
    var testDescription: String { "\(step) ended by \(ending), \(layout)" }

    /// Whether the ending alone cancels the held call.
    var isCancelled: Bool {
      guard step.isRequest else { return false }
      switch ending {
      case .answer, .close, .otherTab: return false
      case .back, .link: return !step.isOnRoot
      case .cancelledTask, .endedParent, .rootSwitch, .quit, .signedOut, .expired: return true
      }
    }
  }

  private let held = HeldServices()

  @Test("A request is cancelled or continues, never both, and leaks nothing", arguments: Case.all)
  func matrix(_ example: Case) async throws {
    let app = AppDriver(
      Worlds.world(layout: example.layout, wrapping: held.wrappers).makeSession())
    await app.session.launch(restoring: false)
    let performing = await begin(example.step, app)
    let link = try DeepLink("booksapp://search?q=emma")
    let ending = Task.immediate {
      await example.ending.end(app.session, on: example.step.tab, by: link)
    }
    if !example.isCancelled {
      #expect(!held.isCancelled)
      held.release()
    }
    await ending.value
    await performing.value
    await app.session.settleAll()

    #expect(held.isCancelled == example.isCancelled)
    #expect(!held.isHolding)
    #expect(try await held.entries.count == (example.step.adds ? 1 : 0))
    if !app.session.navigation.tree.isEmpty { await checkScreen(example, app) }
    app.session.stop()
    await app.session.activity.settleAll()
    #expect(Invariants().finalViolations(in: app.session) == [])
    #expect(app.session.navigation.tree.isEmpty)
  }

  private func begin(_ step: Step, _ app: AppDriver) async -> Task<Void, Never> {
    await app.tab("Search")
    if step == .more { await app.tap("search", "the") }
    if ![.more, .search, .statistics].contains(step) { await app.tap("search", "dune") }
    if step == .author || step == .subject || step == .adding { await app.choose("Dune") }
    if step == .savingForm {
      await app.tap("add")
      await app.fill("title", "Letters")
    }
    held.hold(next: step.call)
    let performing = Task.immediate {
      switch step {
      case .search: await app.tap("search", "dune")
      case .more: await app.tap("more")
      case .book: await app.choose("Dune")
      case .author: await app.choose("Frank Herbert")
      case .subject: await app.choose("Science fiction")
      case .adding: await app.tap("want")
      case .savingForm: await app.tap("save")
      case .statistics: await app.tab("Statistics")
      }
    }
    await held.arrived()
    return performing
  }

  /// The screen is correct, and a cancelled request can be retried.
  private func checkScreen(_ example: Case, _ app: AppDriver) async {
    #expect(Invariants().violations(in: app.session) == [])
    if example.ending == .otherTab { await app.tab("Search") }
    let hasFailed = { app.session.snapshot.panes.contains { $0.content.action("retry") != nil } }
    if example.ending == .cancelledTask, example.isCancelled {
      #expect(app.text.contains("Cancelled before everything was loaded."))
      #expect(hasFailed())
      await app.tap("retry")
    }
    #expect(!hasFailed(), "\(app.text)")
    for pane in app.session.snapshot.panes { #expect(!pane.content.status.isLoading) }
  }
}

extension ContentStatus {
  fileprivate var isLoading: Bool { if case .loading = self { true } else { false } }
}
