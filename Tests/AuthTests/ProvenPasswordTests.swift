import Core
import Services
import TestKit
import Testing

@testable import Auth

/// Over a database, where two stores act as two processes.
@Suite("Passwords and codes that are replaced after their check")
@MainActor struct ProvenPasswordTests {
  private let database: TestDatabase
  private let ada: Account
  private let other: AccountService
  private let old = Secret(AuthHarness.password)
  private let new = Secret("another good one")

  init() async throws {
    database = try TestDatabase.auth()
    let harness = AuthHarness(accounts: DatabaseAccountStore(database))
    ada = try await harness.account()
    other = harness.accounts
  }

  /// The accounts of another window, in which something happens after the account was read, and
  /// before a password or a code is compared.
  private func accounts(
    meanwhile: @escaping @Sendable () async throws -> Void
  ) throws -> AccountService {
    let hashing = InterruptedHashing(hashing: other.hashing) {
      do { try await meanwhile() } catch { Issue.record(error) }
    }
    return AuthHarness(
      accounts: DatabaseAccountStore(try database.secondWindow()), hashing: hashing
    ).accounts
  }

  @Test("A code that two windows use at once sets one password, and is wrong in the other window")
  func code() async throws {
    let (other, email, new) = (other, ada.email, new)
    let code = Secret(try #require(try await other.sendCode(to: email)))
    let slow = try accounts { _ = try await other.reset(email: email, code: code, to: new) }
    await #expect(throws: AuthError.wrongCode) {
      _ = try await slow.reset(email: email, code: code, to: Secret("a third password"))
    }
    #expect(try await other.signIn(email: email, password: new) == ada)
  }

  @Test("Of two changes of a password at once one is saved, and the other finds it wrong")
  func password() async throws {
    let (other, id, old, new) = (other, ada.id, old, new)
    let slow = try accounts { try await other.changePassword(of: id, from: old, to: new) }
    await #expect(throws: AuthError.wrongCredentials) {
      try await slow.changePassword(of: id, from: old, to: Secret("a third password"))
    }
    #expect(try await other.signIn(email: ada.email, password: new) == ada)
  }

  @Test("An address is not changed with a password that another window changes meanwhile")
  func address() async throws {
    let (other, id, old, new) = (other, ada.id, old, new)
    let slow = try accounts { try await other.changePassword(of: id, from: old, to: new) }
    await #expect(throws: AuthError.wrongCredentials) {
      _ = try await slow.change(
        id, name: "Bo", email: EmailAddress("bo@example.org"), password: old)
    }
    #expect(try await other.signIn(email: ada.email, password: new) == ada, "nothing was changed")
  }
}
