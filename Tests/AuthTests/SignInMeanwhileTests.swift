import Core
import Services
import Auth
import Foundation
import TestKit
import Testing

@Suite("Interruptions of a sign-in")
@MainActor struct SignInMeanwhileTests {
  private let harness = AuthHarness()

  @Test("Input for a new account is kept during a visit to the sign-in form")
  func backAndForth() async {
    await withApp({ harness.session() }) { app in
      await app.tap("create")
      await app.fill("name", "Ada")
      await app.fill("password", AuthHarness.password)
      await app.tap("sign-in")
      await app.fill("email", "ada@example.org")
      await app.tap("create")
      #expect(app.value(of: "name") == .text("Ada"))
      #expect(app.value(of: "email") == .text("ada@example.org"))
      #expect(app.value(of: "password") == .filled)
    }
  }

  @Test("A new account is signed in after any interruption, which says that nothing was moved")
  func interrupted() async throws {
    try await harness.values(of: .guest).set(Data("1".utf8), for: "book")
    try await withApp({ harness.session() }) { app in
      await app.tap("create")
      await app.createAccount("Ada")
      #expect(app.title == "Move what you kept as a guest to this account?")
      #expect(await app.open("booksapp://account/page") == .shown, "nothing is unsaved any more")
      #expect(app.session.context.owner.isSignedIn)
      await app.session.settleAll()
      let notice = "Nothing was moved from the guest. You can do it later: move, under Account."
      #expect(app.session.consumeNotices() == [.posted(Notice(notice))])
      let left = try await harness.values(of: .guest).value(for: "book")
      #expect(left != nil)
    }
    await withApp({ harness.session() }) { app in #expect(app.title == "Ada") }
  }

  @Test("If only the sign-in fails after an account was created, the form says to sign in")
  func notSignedIn() async throws {
    let database = try TestDatabase.auth()
    let harness = AuthHarness(accounts: DatabaseAccountStore(database))
    try database.failSessions()
    try await withApp({ harness.session() }) { app in
      await app.tap("create")
      await app.createAccount("Ada")
      #expect(app.title == "Create an account" && app.notice != nil)
      try database.execute("DROP TRIGGER failing_INSERT")
      await app.tap("create")
      let problem = app.content.fields.first { $0.id == "email" }?.problem
      #expect(
        problem == "This address already has an account. Sign in, or use another address.")
      await app.tap("sign-in")
      await app.signIn("Ada")
      #expect(app.title == "Ada" && app.notice == "You are signed in.")
    }
  }

  @Test("If the guest's data can't be moved, the user is signed in, and a message says where it is")
  func unmoved() async throws {
    try await harness.values(of: .guest).set(Data("1".utf8), for: "book")
    harness.movingProblem = .unavailable("the bank is closed")
    try await withApp({ harness.session() }) { app in
      await app.tap("create")
      await app.createAccount("Ada")
      await app.tap("move")
      #expect(app.title == "Ada" && app.session.context.owner.isSignedIn)
      guard case .posted(let notice)? = app.session.consumeNotices().first else {
        return #expect(Bool(false), "there is no message")
      }
      #expect(notice.text.contains("the bank is closed"))
      #expect(notice.text.contains("was not moved"))
      let left = try await harness.values(of: .guest).value(for: "book")
      #expect(left != nil)
      harness.movingProblem = nil
      await app.tap("Move 1 things from the guest…")
      await app.tap("move")
      #expect(app.notice == "Moved 1 things to your account.")
    }
  }

  @Test("A second sign-in during a sign-in is refused, and the first one continues")
  func twice() async throws {
    try await whileSigningIn { app, held, first in
      #expect(await app.session.perform("sign-in") == .busy)
      held.gate.open()
      await first.value
      #expect(app.title == "Ada")
    }
  }

  @Test("Leaving while the password is checked signs no user in")
  func goneMeanwhile() async throws {
    try await whileSigningIn { app, held, first in
      let closed = Task.immediate { await app.session.close() }
      await app.until { app.title == "Guest" }
      held.gate.open()
      _ = await (first.value, closed.value)
      #expect(app.title == "Guest")
      #expect(!app.session.context.owner.isSignedIn)
    }
  }

  @Test("Cancelling while the password is checked signs no user in, and keeps the form")
  func cancelledMeanwhile() async throws {
    try await whileSigningIn { app, held, first in
      #expect(app.session.activity.cancelNewestAction())
      held.gate.open()
      await first.value
      #expect(app.title == "Sign in")
      #expect(app.value(of: "email") == .text("ada@example.org"))
      #expect(!app.session.context.owner.isSignedIn)
    }
  }

  /// Begins to sign in, and runs a closure while the password is checked.
  private func whileSigningIn(
    _ body: @MainActor (AppDriver, HeldHashing, Task<Void, Never>) async -> Void
  ) async throws {
    try await harness.account()
    let held = HeldHashing(harness.hashing)
    let slow = AuthHarness(accounts: harness.accountStore, hashing: held)
    await withApp({ slow.session() }) { app in
      await app.tap("sign-in")
      await app.fill("email", "ada@example.org")
      await app.fill("password", AuthHarness.password)
      let first = Task { @MainActor in _ = await app.session.perform("sign-in") }
      await held.gate.arrived()
      await body(app, held, first)
    }
  }
}
