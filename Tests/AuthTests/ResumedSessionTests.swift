import Core
import Foundation
import Services
import TestKit
import Testing

@testable import Auth

@Suite("Resuming a session that another window changes, or that can't be extended")
@MainActor struct ResumedSessionTests {
  /// Runs a closure whenever the time is read.
  private struct HookedClock: AppClock {
    let clock: ManualClock
    let onRead: @Sendable () -> Void

    var now: Date {
      onRead()
      return clock.now
    }
    var timeZone: TimeZone { clock.timeZone }
    func sleep(for duration: Duration) async throws { try await clock.sleep(for: duration) }
  }

  private let database: TestDatabase
  private let harness: AuthHarness

  init() throws {
    database = try TestDatabase.auth()
    harness = AuthHarness(accounts: DatabaseAccountStore(database))
  }

  /// The service of a window that reads the session before another window runs a statement.
  private func accounts(meanwhile statement: String) -> AccountService {
    harness.makeAccounts(
      protectionClock: HookedClock(clock: harness.clock) { [database] in
        try? database.execute(statement)
      })
  }

  /// The service of a window on a machine whose clock shows another time.
  private func accounts(at time: Date) -> AccountService {
    let clock = ManualClock(now: time)
    return harness.makeAccounts(clock: clock, protectionClock: clock)
  }

  @Test("A session whose identifier is no text is none, and the next one takes its place")
  func damagedIdentifier() async throws {
    let ada = try await harness.account()
    _ = try await harness.accounts.beginSession(of: ada)
    try database.execute("UPDATE auth_session SET id = CAST(x'78FF' AS TEXT)")
    guard case .none = try await harness.accounts.resumeSession() else {
      Issue.record("the session was resumed")
      return
    }
    _ = try await harness.accounts.beginSession(of: ada)
    guard case .going = try await harness.accounts.resumeSession() else {
      Issue.record("the session was not replaced")
      return
    }
    #expect(try await harness.accounts.change(ada.id, name: "Other", email: nil).name == "Other")
  }

  @Test("A start with a clock from before the account was made ends no session")
  func clockBehind() async throws {
    let ada = try await harness.account()
    let end = try await harness.accounts.beginSession(of: ada).expires
    let start = Date(timeIntervalSince1970: 0)
    for time in [start, harness.clock.now - 31 * 86_400] {
      #expect(try await accounts(at: time).resumeSession() == .going(ada, expires: end))
      #expect(try await harness.accountStore.session()?.expires == end)
    }
    #expect(try await harness.accounts.resumeSession() == .going(ada, expires: end))
  }

  @Test("A clock that becomes right while the app runs ends no session")
  func clockSet() async throws {
    try await harness.signedInAccount()
    let right = harness.clock.now
    harness.clock.advance(by: .seconds(-right.timeIntervalSince1970))
    await withApp({ harness.session() }) { app in
      harness.clock.advance(by: .seconds(right.timeIntervalSince1970))
      await app.tap("edit")
      #expect(app.title == "Edit account" && app.session.consumeNotices() == [])
    }
  }

  @Test("The session of an account that is made with a later time for the app is extended")
  func accountAhead() async throws {
    let later = harness.clock.now + 365 * 86_400
    let ahead = harness.makeAccounts(clock: ManualClock(now: later))
    let ada = try await ahead.create(
      name: "Ada", email: EmailAddress("ada@example.org"), password: Secret(AuthHarness.password))
    _ = try await ahead.beginSession(of: ada)
    harness.clock.advance(by: .seconds(86_400))
    _ = try await ahead.resumeSession()
    let end = harness.clock.now + AccountService.sessionLength
    #expect(try await harness.accountStore.session()?.expires == end)
  }

  @Test("A session that is ended meanwhile stays ended")
  func ended() async throws {
    try await harness.signedInAccount()
    let accounts = accounts(meanwhile: "DELETE FROM auth_session")
    #expect(try await accounts.resumeSession() == .none)
    #expect(try await harness.accountStore.session() == nil)
  }

  @Test("A session that another user has begun meanwhile is the one that is resumed")
  func begunMeanwhile() async throws {
    let bo = try await harness.account("Bo")
    try await harness.signedInAccount()
    let accounts = accounts(
      meanwhile: "UPDATE auth_session SET id = 'o', account = '\(bo.id)', expires = 2000000000")
    let end = harness.clock.now + AccountService.sessionLength
    #expect(try await accounts.resumeSession() == .going(bo, expires: end))
  }

  @Test("An expired session ends no session that another user has begun meanwhile")
  func replaced() async throws {
    let (ada, bo) = (try await harness.account(), try await harness.account("Bo"))
    _ = try await harness.accounts.beginSession(of: ada)
    harness.clock.advance(by: .seconds(AccountService.sessionLength))
    let accounts = accounts(
      meanwhile: "UPDATE auth_session SET id = 'o', account = '\(bo.id)', expires = 2000000000")
    #expect(try await accounts.resumeSession() == .expired(ada))
    #expect(try await harness.accountStore.session()?.account == bo.id)
  }

  @Test(
    "After a start with an expired session, the form for signing in has its address once",
    arguments: [false, true])
  func expiredAddress(isAfterOtherForm: Bool) async throws {
    try await harness.signedInAccount()
    harness.clock.advance(by: .seconds(AccountService.sessionLength))
    await withApp({ harness.session() }) { app in
      #expect(app.title == "Guest")
      if isAfterOtherForm { await app.tap("create") }
      await app.tap("sign-in")
      #expect(app.value(of: "email") == .text("ada@example.org"))
      await app.signIn("Ada")
      await app.tap("sign-out")
      await app.tap("Sign out")
      await app.tap("sign-in")
      #expect(app.title == "Sign in" && app.value(of: "email") == nil)
    }
  }

  @Test("A session that had expired at the start is reported then, and not after a later sign-out")
  func reportedOnce() async throws {
    try await harness.signedInAccount()
    harness.clock.advance(by: .seconds(AccountService.sessionLength))
    await withApp({ harness.session() }) { app in
      #expect(app.session.consumeNotices() == [.expired])
      await app.tap("sign-in")
      await app.signIn("Ada")
      await app.tap("sign-out")
      await app.tap("Sign out")
      #expect(app.title == "Guest" && app.session.consumeNotices() == [])
    }
  }

  @Test("An expired session that is kept is reported again, until a start ends it")
  func kept() async throws {
    let ada = try await harness.signedInAccount()
    harness.clock.advance(by: .seconds(AccountService.sessionLength))
    for _ in 1...2 {
      #expect(try await harness.accounts.resumeSession(keepsExpired: true) == .expired(ada))
    }
    #expect(try await harness.accounts.resumeSession() == .expired(ada))
    #expect(try await harness.accounts.resumeSession(keepsExpired: true) == .none)
  }

  @Test("An expired session that can't be removed is reported as expired, until it is removed")
  func unremoved() async throws {
    let ada = try await harness.signedInAccount()
    harness.clock.advance(by: .seconds(AccountService.sessionLength))
    try database.failSessions(on: "DELETE")
    await withApp({ harness.session() }) { app in
      #expect(app.session.consumeNotices() == [.expired])
    }
    try database.execute("DROP TRIGGER failing_DELETE")
    #expect(try await harness.accounts.resumeSession() == .expired(ada))
    #expect(try await harness.accounts.resumeSession() == .none)
  }

  @Test("Resuming in a cancelled task is cancelled, which is no error of the storage")
  func cancelled() async throws {
    let accounts = harness.accounts
    let resuming = Task { () async -> AuthError? in
      do throws(AuthError) {
        _ = try await accounts.resumeSession()
        return nil
      } catch { return error }
    }
    resuming.cancel()
    #expect(await resuming.value == .cancelled)
  }

  @Test("A session that can't be extended continues up to its end")
  func unextended() async throws {
    let ada = try await harness.account()
    let end = try await harness.accounts.beginSession(of: ada).expires
    for change in ["UPDATE", "DELETE"] { try database.failSessions(on: change) }
    harness.clock.advance(by: .seconds(60))
    #expect(try await harness.accounts.resumeSession() == .going(ada, expires: end))
  }
}
