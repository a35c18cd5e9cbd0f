import Core
import Services
import Foundation
import SQLiteStorage
import TestKit
import Testing

@testable import Auth

/// Over a database, where two stores act as two processes.
@Suite("Waiting after wrong passwords")
@MainActor struct WaitingTests {
  private let database: TestDatabase
  private let ada: Account

  init() async throws {
    database = try TestDatabase.auth()
    ada = try await AuthHarness(accounts: DatabaseAccountStore(database)).account()
  }

  /// Starts the app again.
  private func start() throws -> AuthHarness {
    AuthHarness(accounts: DatabaseAccountStore(try database.secondWindow()))
  }

  private func answer(_ accounts: AccountService, _ email: EmailAddress, _ password: String) async
    -> String
  {
    do {
      return try await accounts.signIn(email: email, password: Secret(password)).name
    } catch { return "\(error)" }
  }

  @Test("An address without an account waits in each new process, like one with an account")
  func processes() async throws {
    let nobody = try EmailAddress("nobody@example.org")
    var answers: [EmailAddress: [String]] = [:]
    for _ in 0..<6 {
      for email in [ada.email, nobody] {
        answers[email, default: []].append(
          await answer(try start().accounts, email, "a wrong password"))
      }
    }
    #expect(answers[ada.email] == answers[nobody])
    #expect(answers[nobody]?.last?.contains("tooManyTries") == true)
  }

  @Test("A right password does not count if tries that failed meanwhile have to wait")
  func meanwhile() async throws {
    let (other, email) = (try start().accounts, ada.email)
    let hashing = InterruptedHashing(hashing: try start().hashing) {
      for _ in 0..<4 { _ = try? await other.signIn(email: email, password: Secret("a wrong one")) }
    }
    let slow = AuthHarness(
      accounts: DatabaseAccountStore(try database.secondWindow()), hashing: hashing)
    let said = await answer(slow.accounts, email, AuthHarness.password)
    #expect(said.contains("tooManyTries"), "\(said)")
  }

  @Test("At the maximum wait, too, a right password is refused after a try that failed meanwhile")
  func meanwhileAtMaximum() async throws {
    let harness = try start()
    let (clock, other, email) = (harness.clock, harness.accounts, ada.email)
    for _ in 1...9 {
      _ = await answer(other, email, "a wrong one")
      clock.advance(by: .seconds(FailedTries.maximumWait))
    }
    let store = InterruptedAccountStore(
      store: harness.accountStore,
      beforeChange: {
        clock.advance(by: .seconds(1))
        _ = try? await other.signIn(email: email, password: Secret("a wrong one"))
      })
    let slow = AuthHarness(accounts: store).makeAccounts(clock: clock, protectionClock: clock)
    let said = await answer(slow, email, AuthHarness.password)
    #expect(said.contains("tooManyTries"), "\(said)")
  }

  @Test(
    "A try with an unknown address is counted, whatever sequence number the one before has",
    arguments: ["1099511627776", "9223372036854775807", "-5"])
  func lastNumber(stored: String) async throws {
    let nobody = try EmailAddress("nobody@example.org")
    let accounts = try start().accounts
    #expect(await answer(accounts, nobody, "a wrong password") == "wrongCredentials")
    try database.execute("PRAGMA ignore_check_constraints=ON")
    try database.execute("UPDATE auth_unknown SET turn = \(stored)")
    #expect(await answer(accounts, nobody, "a wrong password") == "wrongCredentials")
    #expect(try await accounts.store.tries(withUnknown: nobody).count == 2)
  }

  @Test("The text that is hashed where there is no hash is neither a password nor a code")
  func decoy() async throws {
    let (accounts, text) = (try start().accounts, Decoys.text)
    await #expect(throws: AuthError.wrongCode) {
      try await accounts.reset(
        email: ada.email, code: Secret(text), to: Secret("another good one"))
    }
    let nobody = try EmailAddress("nobody@example.org")
    for _ in 0..<3 { #expect(await answer(accounts, nobody, text) == "wrongCredentials") }
    #expect(await answer(accounts, nobody, text).contains("tooManyTries"))
  }

  @Test("The file has neither an unknown address nor its hash with a known key")
  func noAddress() async throws {
    let nobody = try EmailAddress("nobody@example.org")
    _ = await answer(try start().accounts, nobody, "a wrong password")
    let lines = try database.dump(["auth_unknown", "auth_unknown_key"])
    #expect(lines.count == 2 && !lines.joined().contains("nobody"))
    let other = try TestDatabase.auth()
    let second = AuthHarness(accounts: DatabaseAccountStore(other))
    _ = await answer(second.accounts, nobody, "a wrong password")
    #expect(try other.dump(["auth_unknown"]) != database.dump(["auth_unknown"]))
  }

  @Test("An account's failed sign-ins from before it was made go with it")
  func beforeAccount() async throws {
    let harness = try start()
    let (bo, other) = (try EmailAddress("bo@example.org"), try EmailAddress("cy@example.org"))
    for email in [bo, other] { _ = await answer(harness.accounts, email, "a wrong password") }
    #expect(try database.dump(["auth_unknown"]).count == 2)
    _ = try await harness.account("Bo")
    #expect(try database.dump(["auth_unknown"]).count == 1, "the other address has no account")
    #expect(try await harness.accountStore.tries(withUnknown: other).count == 1)
  }

  @Test("A clock that was years ahead locks no user out once it is right again")
  func clockAhead() async throws {
    let nobody = try EmailAddress("nobody@example.org")
    let ahead = try start()
    ahead.clock.advance(by: .seconds(10 * 365 * 86_400))
    for email in [ada.email, nobody] {
      for _ in 0..<5 { _ = await answer(ahead.accounts, email, "a wrong password") }
      #expect(await answer(ahead.accounts, email, AuthHarness.password).contains("tooManyTries"))
    }
    let right = try start()
    #expect(await answer(right.accounts, nobody, AuthHarness.password) == "wrongCredentials")
    #expect(await answer(right.accounts, ada.email, AuthHarness.password) == "Ada")
  }

  @Test("A code or session from a clock that was years ahead expires like any other")
  func codeAhead() async throws {
    let ahead = try start()
    ahead.clock.advance(by: .seconds(10 * 365 * 86_400))
    let code = Secret(try #require(try await ahead.accounts.sendCode(to: ada.email)))
    _ = try await ahead.accounts.beginSession(of: ada)
    let right = try start().accounts
    await #expect(throws: AuthError.wrongCode) {
      _ = try await right.reset(email: ada.email, code: code, to: Secret("another password"))
    }
    guard case .going(ada, let expires) = try await right.resumeSession() else {
      return #expect(Bool(false), "a clock that goes back signs nobody out")
    }
    #expect(try await right.store.session()?.expires == expires, "it starts again")
  }

  @Test("Any stored number of tries can be increased")
  func damaged() async throws {
    let account = ada
    for (tries, until) in [("9223372036854775807", "1e300"), ("-5", "-9e999"), ("0", "9e999")] {
      try database.execute("PRAGMA ignore_check_constraints=ON")
      let values = "tries = \(tries), waits_until = \(until), created = \(until)"
      try database.execute("UPDATE auth_accounts SET \(values), reset_expires = \(until)")
      let accounts = try start().accounts
      #expect(await answer(accounts, account.email, "a wrong password") == "wrongCredentials")
      let found = try #require(try await accounts.record(account.id))
      #expect((1...FailedTries.maximumCounted).contains(found.tries.count))
      let waits = (try? found.tries.check(at: accounts.protectionClock.now)) == nil
      #expect(waits == (found.tries.count == FailedTries.maximumCounted))
    }
  }

  @Test("SipHash-2-4 gives its authors' test vectors")
  func hash() throws {
    let hash = try #require(AddressHash(key: Data(0..<16)))
    #expect(hash.hash(Array(0..<15)) == 0xA129_CA61_49BE_45E5)
    #expect(AddressHash(key: Data(0..<15)) == nil)
  }
}
