import Core
import Foundation
import Services
import TestKit
import Testing

@testable import Auth

/// As with `--now`, which sets the app's time and not the machine's.
@Suite("Accounts in an app that shows another time than the machine's")
@MainActor struct ProtectionClockTests {
  private let harness = AuthHarness()
  private let wrong = Secret("a wrong one")

  /// The accounts of an app that shows the time of another day.
  private func accounts(in days: Int) -> AccountService {
    harness.makeAccounts(clock: ManualClock(now: harness.clock.now + Double(days) * 86_400))
  }

  @Test("Wrong passwords cause a wait by the machine's time", arguments: [-365, 365])
  func wait(days: Int) async throws {
    let (ada, other) = (try await harness.account(), accounts(in: days))
    for email in [ada.email, try EmailAddress("nobody@example.org")] {
      for _ in 1...3 {
        await #expect(throws: AuthError.wrongCredentials) {
          try await other.signIn(email: email, password: wrong)
        }
      }
      await #expect(throws: AuthError.tooManyTries(seconds: 5)) {
        try await harness.accounts.signIn(email: email, password: wrong)
      }
    }
  }

  @Test("A code is valid and expires by the machine's time", arguments: [-365, 365])
  func code(days: Int) async throws {
    let (ada, other) = (try await harness.account(), accounts(in: days))
    let new = Secret("another good one")
    let late = Secret(try #require(try await other.sendCode(to: ada.email)))
    harness.clock.advance(by: .seconds(AccountService.codeLength))
    await #expect(throws: AuthError.wrongCode) {
      try await other.reset(email: ada.email, code: late, to: new)
    }
    let code = Secret(try #require(try await other.sendCode(to: ada.email)))
    #expect(try await other.reset(email: ada.email, code: code, to: new) == ada)
  }

  @Test("A session expires by the machine's time, and ends in the app's", arguments: [-365, 365])
  func session(days: Int) async throws {
    let (ada, other) = (try await harness.account(), accounts(in: days))
    let end = other.clock.now + AccountService.sessionLength
    #expect(try await other.beginSession(of: ada).expires == end)
    #expect(try await other.sessionEnd(of: ada.id) == end)
    #expect(try await other.resumeSession() == .going(ada, expires: end))
    harness.clock.advance(by: .seconds(AccountService.sessionLength))
    #expect(try await other.resumeSession() == .expired(ada))
    #expect(try await other.resumeSession() == .none)
  }
}
