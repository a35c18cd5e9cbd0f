import Core
import CryptHashing
import Foundation
import Services
import TestKit
import Testing

@testable import Auth

/// Over a database, where each store acts as a window of its own.
@Suite("Sessions that another window shares, replaces or ends")
@MainActor struct ReplacedSessionTests {
  private let database: TestDatabase
  private let clock = ManualClock(now: Date(timeIntervalSince1970: 1_795_176_000))
  /// One source for all windows, as identifiers are unique among them.
  private let identifiers = CountingIdentifiers()
  private let one: AccountService
  private let two: AccountService
  private let ada: Account
  private let password = Secret(AuthHarness.password)
  private let new = Secret("another good one")

  init() async throws {
    database = try TestDatabase.auth()
    let (clock, identifiers) = (clock, identifiers)
    func window(_ database: TestDatabase) -> AccountService {
      AccountService(
        store: DatabaseAccountStore(database), hashing: YescryptHashing(cost: 1),
        mail: SandboxMail(), clock: clock, protectionClock: clock, identifiers: identifiers,
        randomness: SeededRandomness(seed: 1), logger: MemoryLogger())
    }
    one = window(database)
    two = window(try database.secondWindow())
    ada = try await one.create(
      name: "Ada", email: EmailAddress("ada@example.org"), password: password)
  }

  /// Begins a session in the first window, which the second one continues.
  private func signIn() async throws {
    _ = try await one.beginSession(of: ada)
    guard case .going = try await two.resumeSession() else {
      return #expect(Bool(false), "it was not resumed")
    }
  }

  private func rename(_ accounts: AccountService) async throws {
    _ = try await accounts.change(ada.id, name: "Other", email: nil)
  }

  /// Expects that a window's session has ended, although the account has one.
  private func expectEnd(in window: AccountService) async throws {
    #expect(try await window.store.session()?.account == ada.id)
    #expect(try await window.signedIn(ada.id) == nil)
    #expect(try await window.sessionEnd(of: ada.id) == nil)
    await #expect(throws: AuthError.self) { try await rename(window) }
    #expect(try await window.store.record(ada.id)?.account.name == "Ada")
  }

  @Test("A session that has ended stays ended if the same account signs in again elsewhere")
  func again() async throws {
    try await signIn()
    try await one.endSession(of: ada.id)
    _ = try await one.beginSession(of: ada)
    try await expectEnd(in: two)
    try await two.endSession(of: ada.id)
    #expect(try await one.signedIn(ada.id) == ada, "the other window ends only its own session")
  }

  @Test("An expired session stays ended if the same account signs in again elsewhere")
  func expired() async throws {
    try await signIn()
    clock.advance(by: .seconds(AccountService.sessionLength))
    #expect(try await one.beginSession(of: ada).new != nil)
    try await expectEnd(in: two)
    await two.endExpiredSession(of: ada.id)
    #expect(try await one.signedIn(ada.id) == ada, "the other window ends only its own session")
  }

  @Test("A sign-in to an account that is signed in elsewhere shares and extends its session")
  func shared() async throws {
    let id = try #require(try await one.beginSession(of: ada).new)
    clock.advance(by: .seconds(60))
    let shared = try await two.beginSession(of: ada)
    #expect(shared.new == nil)
    let stored = try await two.store.session()
    #expect(stored == SavedSession(id: id, account: ada.id, expires: shared.expires))
    try await rename(one)
    try await rename(two)
    try await two.endSession(of: ada.id)
    #expect(try await one.signedIn(ada.id) == nil)
  }

  @Test("A new password that is set with the old one ends no session")
  func newPassword() async throws {
    try await signIn()
    let session = try await one.store.session()
    try await one.changePassword(of: ada.id, from: password, to: new)
    #expect(try await one.store.session() == session)
    #expect(try await two.signedIn(ada.id) == ada)
    try await rename(one)
    try await rename(two)
  }

  @Test("Sign-ins to one account at once share one session")
  func atOnce() async throws {
    let (one, two, ada) = (one, two, ada)
    for _ in 0..<20 {
      async let first = one.beginSession(of: ada)
      async let second = two.beginSession(of: ada)
      let begun = try await (first, second)
      #expect((begun.0.new == nil) != (begun.1.new == nil))
      try await rename(one)
      try await rename(two)
      try await one.endSession(of: ada.id)
      two.store.adopt(nil)
    }
  }

  @Test("A password that is set with a code ends the account's session in all windows")
  func code() async throws {
    _ = try await one.beginSession(of: ada)
    let code = Secret(try #require(try await two.sendCode(to: ada.email)))
    _ = try await two.reset(email: ada.email, code: code, to: new)
    #expect(try await one.store.session() == nil)
    #expect(try await one.signedIn(ada.id) == nil)
    _ = try await two.beginSession(of: ada)
    try await expectEnd(in: one)
    #expect(try await two.signedIn(ada.id) == ada)
  }
}
