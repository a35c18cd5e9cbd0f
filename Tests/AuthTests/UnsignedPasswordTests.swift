import Core
import Services
import TestKit
import Testing

@testable import Auth

@Suite("A new password that was set, whose sign-in fails") @MainActor
struct UnsignedPasswordTests {
  private let database: TestDatabase
  private let harness: AuthHarness

  init() throws {
    database = try TestDatabase.auth()
    harness = AuthHarness(accounts: DatabaseAccountStore(database))
  }

  @Test("If only the sign-in fails after the password was set, the form tries that again")
  func notSignedIn() async throws {
    try await harness.account()
    try database.failSessions()
    try await withApp({ harness.session() }) { app in
      await app.askForCode()
      await app.fill("code", app.sandboxCode)
      await app.fill("new-password", "another good one")
      await app.tap("save")
      #expect(app.title == "New password" && app.notice != nil)
      try database.execute("DROP TRIGGER failing")
      await app.fill("new-password", "yet another one")
      await app.tap("save")
      #expect(app.notice?.hasPrefix("The code is wrong") == true, "another password was not set")
      #expect(!app.session.context.owner.isSignedIn)
      await app.fill("new-password", "another good one")
      await app.tap("save")
      #expect(app.title == "Ada")
    }
  }

  @Test("A new password that another window replaces before the sign-in signs in no user")
  func replacedMeanwhile() async throws {
    let ada = try await harness.account()
    try database.failSessions()
    try await withApp({ harness.session() }) { app in
      await app.askForCode()
      await app.fill("code", app.sandboxCode)
      await app.fill("new-password", "another good one")
      await app.tap("save")
      try database.execute("DROP TRIGGER failing")
      try await harness.accounts.changePassword(
        of: ada.id, from: Secret("another good one"), to: Secret("yet another one"))
      await app.tap("save")
      #expect(app.notice?.hasPrefix("The code is wrong") == true)
      #expect(!app.session.context.owner.isSignedIn)
    }
  }

  @Test("After the account was deleted and created anew, another code sets its password")
  func createdAnew() async throws {
    try await harness.account()
    try database.failSessions()
    try await withApp({ harness.session() }) { app in
      await app.askForCode()
      await app.fill("code", app.sandboxCode)
      await app.fill("new-password", "another good one")
      await app.tap("save")
      try database.execute("DROP TRIGGER failing")
      try database.execute("DELETE FROM auth_accounts")
      await app.tap("save")
      #expect(app.notice?.hasPrefix("This account no longer exists.") == true)
      try await harness.account()
      await app.tap("send-again")
      await app.fill("code", app.sandboxCode)
      await app.tap("save")
      #expect(app.title == "Ada")
    }
  }
}
