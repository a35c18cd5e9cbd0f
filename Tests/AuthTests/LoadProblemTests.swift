import Core
import Foundation
import Services
import TestKit
import Testing

@testable import Auth

@Suite("Errors of reading the data that an account's page names")
@MainActor struct LoadProblemTests {
  private let harness = AuthHarness()

  /// Loads the visible page again while reading fails, or while it works.
  private func reload(_ app: AppDriver, _ problem: StorageError?) async {
    harness.readingProblem = problem
    app.session.refreshSoon()
    await app.session.settleAll()
  }

  /// Leaves the account's page and comes back, which ends the notice of a result.
  private func visitPage(_ app: AppDriver) async {
    await app.choose("A page")
    await app.back()
  }

  @Test("An error does not hide the result of an action, and is shown after it")
  func result() async {
    await withApp({ harness.session() }) { app in
      harness.readingProblem = .unavailable("the bank is closed")
      await app.tap("create")
      await app.createAccount("Ada")
      #expect(app.notice == "You are signed in.")
      await visitPage(app)
      #expect(app.notice?.contains("the bank is closed") == true)
      harness.readingProblem = nil
    }
  }

  @Test("An error of an action is shown until a page is chosen, like a result")
  func actionError() async throws {
    try await harness.values(of: .guest).set(Data("1".utf8), for: "book")
    await withApp({ harness.session() }) { app in
      harness.movingProblem = .unavailable("the bank is closed")
      await app.tap("create")
      await app.createAccount("Ada")
      await app.tap("leave")
      await app.tap("Move 1 things from the guest…")
      await app.tap("move")
      #expect(app.notice?.contains("the bank is closed") == true)
      await visitPage(app)
      #expect(app.notice == nil)
      harness.movingProblem = nil
    }
  }

  @Test(
    "An error is shown until the page is loaded again; a cancelled load shows none",
    arguments: ["account", "delete"])
  func shown(page: String) async {
    await withApp({ harness.session() }) { app in
      await app.tap("create")
      await app.createAccount("Ada")
      // The result of the sign-up comes first.
      await visitPage(app)
      if page == "delete" { await app.tap("delete") }
      let before = app.notice
      for next in [nil, .cancelled] as [StorageError?] {
        await reload(app, .unavailable("the bank is closed"))
        #expect(app.notice?.contains("the bank is closed") == true)
        await reload(app, next)
        #expect(app.notice == before)
      }
      harness.readingProblem = nil
    }
  }

  @Test("An error of a deletion is gone at the next try, which shows only its own problem")
  func nextTry() async {
    await withApp({ harness.session() }) { app in
      await app.tap("create")
      await app.createAccount("Ada")
      await app.tap("delete")
      harness.movingProblem = .unavailable("the bank is closed")
      await app.fill("confirmation", "ada@example.org")
      await app.tap("delete")
      #expect(app.notice?.contains("the bank is closed") == true)
      await app.fill("confirmation", "bo@example.org")
      await app.tap("delete")
      #expect(app.notice == nil && app.content.fields.last?.problem != nil)
      harness.movingProblem = nil
    }
  }
}
