import Accounts
import Core
import Foundation
import Services
import TestKit
import Testing

@testable import Auth

@Suite("The session that a window has")
@MainActor struct WindowSessionTests {
  private let database: TestDatabase
  /// The accounts of one window, whose writes need its session.
  private let harness: AuthHarness

  init() throws {
    database = try TestDatabase.auth()
    harness = AuthHarness(accounts: DatabaseAccountStore(database, known: KnownSession()))
  }

  /// Begins a session, as of an earlier start of the app.
  private func signedIn() async throws -> Account {
    let ada = try await harness.signedInAccount()
    harness.accountStore.adopt(nil)
    return ada
  }

  private func expectRefusal(of account: Account) async {
    await #expect(throws: AuthError.self) {
      _ = try await harness.accounts.change(account.id, name: "Other", email: nil)
    }
  }

  @Test("Reading the stored session, which may be another window's, doesn't change a window's own")
  func reading() async throws {
    let bo = try await harness.account("Bo")
    let ada = try await harness.signedInAccount()
    try database.execute("UPDATE auth_session SET id = 'other', account = '\(bo.id)'")
    #expect(try await harness.accounts.sessionEnd(of: ada.id) == nil)
    await expectRefusal(of: ada)
  }

  @Test("A window has no session if the stored one can't be resumed, and saves a guest's changes")
  func unreadable() async throws {
    _ = try await signedIn()
    try database.execute("UPDATE auth_accounts SET email = 'no address'")
    await #expect(throws: AuthError.self) { _ = try await harness.accounts.resumeSession() }
    try database.execute("DELETE FROM auth_session")
    #expect(try await harness.account("Bo").name == "Bo")
  }

  @Test(
    "A window saves nothing after the end of its resumed session, extended or not",
    arguments: [true, false])
  func resumed(isExtended: Bool) async throws {
    let ada = try await signedIn()
    if !isExtended {
      try database.failSessions(on: "UPDATE")
    }
    guard case .going = try await harness.accounts.resumeSession() else {
      return #expect(Bool(false), "it was not resumed")
    }
    _ = try await harness.accounts.change(ada.id, name: "Ada L", email: nil)
    try database.execute("DELETE FROM auth_session")
    await expectRefusal(of: ada)
  }

  @Test("A session that can't be removed stays in the window, which saves nothing after its end")
  func unremoved() async throws {
    let ada = try await signedIn()
    _ = try await harness.accounts.resumeSession()
    try database.failSessions(on: "DELETE")
    await #expect(throws: AuthError.self) { try await harness.accounts.endSession(of: ada.id) }
    try database.execute("DROP TRIGGER failing_DELETE")
    _ = try await harness.accounts.change(ada.id, name: "Ada L", email: nil)
    try database.execute("DELETE FROM auth_session")
    await expectRefusal(of: ada)
  }

  @Test("A cancelled sign-in whose session stays stored leaves a guest's window, which can save")
  func cancelled() async throws {
    let (ada, bo) = (try await harness.account(), try await harness.account("Bo"))
    let gate = Gate(isStubborn: true)
    let held = AuthHarness(
      accounts: InterruptedAccountStore(
        store: harness.accountStore, afterBeginning: { await gate.wait() }))
    try database.failSessions(on: "DELETE")
    await withApp({ held.session() }) { app in
      await app.tap("sign-in")
      await app.fill("email", "ada@example.org")
      await app.fill("password", AuthHarness.password)
      let signingIn = Task { @MainActor in _ = await app.session.perform("sign-in") }
      await gate.arrived()
      #expect(app.session.activity.cancelNewestAction())
      gate.open()
      await signingIn.value
      await app.session.settleAll()
      #expect(!app.session.context.owner.isSignedIn)
    }
    #expect(try await harness.accountStore.session()?.account == ada.id, "it was not removed")
    try database.execute("DROP TRIGGER failing_DELETE")
    let other = DatabaseAccountStore(try database.secondWindow())
    let session = SavedSession(id: "other", account: bo.id, expires: .distantFuture)
    #expect(try await other.begin(session, at: harness.clock.now) == session)
    #expect(try await harness.account("Cy").name == "Cy", "the window is a guest's")
  }

  @Test("Signing out ends only the window's own session, not one that another window has begun")
  func signedOut() async throws {
    let bo = try await harness.account("Bo")
    _ = try await signedIn()
    try await withApp({ harness.session() }) { app in
      #expect(app.title == "Ada")
      try database.execute("UPDATE auth_session SET id = 'other', account = '\(bo.id)'")
      await app.tap("sign-out")
      await app.tap("Sign out")
      #expect(app.title == "Guest")
      #expect(try await harness.accountStore.session()?.account == bo.id)
    }
    #expect(try await harness.account("Cy").name == "Cy", "the window is a guest's")
  }

  @Test("After a sign-out in another window, the form for signing in has no address")
  func signedOutElsewhere() async throws {
    _ = try await signedIn()
    try await withApp({ harness.session() }) { app in
      #expect(app.title == "Ada")
      try database.execute("DELETE FROM auth_session")
      _ = await harness.feature?.feature.reload?()
      await app.session.settleAll()
      #expect(app.title == "Guest")
      await app.tap("sign-in")
      #expect(app.title == "Sign in" && app.value(of: "email") == nil)
    }
  }

  @Test("Signing out ends a session of any stored length")
  func longSession() async throws {
    let ada = try await signedIn()
    _ = try await harness.accounts.resumeSession()
    try database.execute("UPDATE auth_session SET expires = \(DatabaseValue.times.upperBound)")
    try await harness.accounts.endSession(of: ada.id)
    #expect(try await harness.accountStore.session() == nil)
  }

  @Test("A reload that can't read the account says so, so that it is repeated")
  func reload() async throws {
    _ = try await signedIn()
    try await withApp({ harness.session() }) { _ in
      let feature = try #require(harness.feature?.feature)
      #expect(await feature.reload?() == true)
      try database.execute("UPDATE auth_accounts SET email = 'no address'")
      #expect(await feature.reload?() == false)
      try database.execute("UPDATE auth_accounts SET email = 'ada@example.org'")
      #expect(await feature.reload?() == true)
    }
  }

  @Test("A sign-out that fails says why, until the next action")
  func failedSignOut() async throws {
    _ = try await signedIn()
    try await withApp({ harness.session() }) { app in
      try database.failSessions(on: "DELETE")
      await app.tap("sign-out")
      await app.tap("Sign out")
      #expect(app.title == "Ada" && app.content.notice?.tone == .problem)
      await app.tap("edit")
      await app.fill("name", "Ada L")
      await app.tap("save")
      #expect(app.title == "Ada L" && app.notice == "Saved.")
    }
  }

  @Test("A window keeps its session when another account is deleted or its session expires")
  func deletedLate() async throws {
    let (ada, bo) = (try await harness.account(), try await harness.account("Bo"))
    _ = try await harness.accounts.beginSession(of: bo)
    try await harness.services(in: database).erase(ada.id)
    await harness.accounts.endExpiredSession(of: ada.id)
    try database.execute("DELETE FROM auth_session")
    await expectRefusal(of: bo)
  }

  @Test("A sign-out or deletion that ends late signs no user out who has signed in meanwhile")
  func signedInMeanwhile() async throws {
    let (ada, bo) = (try await harness.account(), try await harness.account("Bo"))
    let owner = CurrentOwner()
    let session = UserSession(owner: owner)
    await session.begin(ada, expires: .distantFuture)
    await session.begin(bo, expires: .distantFuture)
    session.end(ada.id)
    #expect(session.account == bo && owner.owner == .account(bo.id))
    session.end(bo.id)
    #expect(session.account == nil && owner.owner == .guest)
  }

  @Test("The form signs in to no account that another window has deleted meanwhile, and says so")
  func deleted() async throws {
    try await harness.account()
    let slow = AuthHarness(
      accounts: InterruptedAccountStore(
        store: harness.accountStore,
        afterChange: { [database] in try? database.execute("DELETE FROM auth_accounts") }))
    await withApp({ slow.session() }) { app in
      await app.tap("sign-in")
      await app.signIn("Ada")
      #expect(app.notice == "This account no longer exists. Sign in with another one.")
      #expect(!app.session.context.owner.isSignedIn)
    }
    #expect(try await harness.accountStore.session() == nil)
  }

  @Test("A window has no session once it finds that the stored one has ended elsewhere")
  func ended() async throws {
    _ = try await signedIn()
    _ = try await harness.accounts.resumeSession()
    try database.execute("DELETE FROM auth_session")
    #expect(try await harness.accounts.resumeSession() == .none)
    #expect(try await harness.account("Bo").name == "Bo")
  }
}
