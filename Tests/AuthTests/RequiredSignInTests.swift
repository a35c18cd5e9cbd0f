import Accounts
import Core
import Foundation
import Services
import TestKit
import Testing

@testable import Auth

@Suite("A sign-in that another flow requires")
@MainActor struct RequiredSignInTests {
  private let harness = AuthHarness()

  /// Starts the app, and a required sign-in in it.
  private func whileRequired(_ body: @MainActor (AppDriver) async throws -> Void) async throws {
    try await withApp({ harness.session() }) { app in
      try await requireSignIn(in: app)
      try await body(app)
    }
  }

  private func requireSignIn(in app: AppDriver) async throws {
    let requirement = try #require(harness.feature?.requirement)
    app.session.root.tabCoordinator(.account)?.startChild(requirement.make { true }, .present)
    await app.session.settleAll()
    #expect(app.title == "Sign in")
  }

  @Test("A required sign-in posts its result, with the data that has moved to the account")
  func moved() async throws {
    try await harness.values(of: .guest).set(Data("1".utf8), for: "book")
    try await whileRequired { app in
      await app.tap("create")
      await app.createAccount("Ada")
      await app.tap("move")
      #expect(app.title == "Ada" && app.notice == nil)
      let notice = Notice("You are signed in. Moved 1 things to your account.")
      #expect(app.session.consumeNotices() == [.posted(notice)])
    }
  }

  @Test("A required sign-in says why, also after a visit to the form for a new account")
  func reason() async throws {
    try await whileRequired { app in
      let reason = "You need an account for this. You'll continue where you left off."
      #expect(app.content.subtitle == reason)
      await app.tap("create")
      await app.tap("sign-in")
      #expect(app.title == "Sign in" && app.content.subtitle == reason)
    }
  }

  @Test("A required sign-in posts that a forgotten password was changed")
  func newPassword() async throws {
    try await harness.account()
    try await whileRequired { app in
      await app.fill("email", "ada@example.org")
      await app.tap("forgot")
      await app.tap("send")
      await app.fill("code", app.sandboxCode)
      await app.fill("new-password", "another good one")
      await app.tap("save")
      #expect(app.title == "Ada")
      let notice = Notice("Password changed. You are signed in.")
      #expect(app.session.consumeNotices() == [.posted(notice)])
    }
  }

  @Test("Each required sign-in of a window posts its result")
  func again() async throws {
    try await harness.account()
    try await withApp({ harness.session() }) { app in
      for _ in 1...2 {
        try await requireSignIn(in: app)
        await app.signIn("Ada")
        #expect(app.title == "Ada")
        #expect(app.session.consumeNotices() == [.posted(Notice("You are signed in."))])
        await app.tap("sign-out")
        await app.tap("Sign out")
      }
    }
  }

  @Test("A required sign-in that the user leaves posts nothing")
  func left() async throws {
    try await whileRequired { app in
      await app.close()
      #expect(app.title == "Guest" && app.session.consumeNotices() == [])
    }
  }
}
