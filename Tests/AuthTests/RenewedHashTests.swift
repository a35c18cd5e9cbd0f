import Core
import CryptHashing
import Services
import TestKit
import Testing

@testable import Auth

@Suite("Hashes of passwords from before the cost was raised")
@MainActor struct RenewedHashTests {
  private let database: TestDatabase
  private let ada: Account
  /// The accounts of the version that has made the hash.
  private let former: AccountService
  /// The accounts of the version with another cost.
  private let raised: AccountService
  private let password = Secret(AuthHarness.password)

  init() async throws {
    database = try TestDatabase.auth()
    let store = DatabaseAccountStore(database)
    former = AuthHarness(accounts: store).accounts
    raised = AuthHarness(accounts: store, hashing: YescryptHashing(cost: 2)).accounts
    ada = try await former.create(
      name: "Ada", email: EmailAddress("ada@example.org"), password: password)
  }

  private func hash() async throws -> String {
    let record = try #require(try await raised.store.record(ada.id))
    return record.passwordHash
  }

  @Test("A right password renews a hash of another cost once, and ends no session")
  func renewed() async throws {
    _ = try await former.beginSession(of: ada)
    let old = try await hash()
    await #expect(throws: AuthError.wrongCredentials) {
      try await raised.signIn(email: ada.email, password: Secret("a wrong password"))
    }
    #expect(try await hash() == old, "a wrong one renews nothing")
    #expect(try await raised.signIn(email: ada.email, password: password) == ada)
    let new = try await hash()
    #expect(raised.hashing.isCurrent(new) && !raised.hashing.isCurrent(old))
    #expect(try await raised.signIn(email: ada.email, password: password) == ada)
    #expect(try await hash() == new)
    #expect(try await former.signedIn(ada.id) == ada)
  }

  @Test("A hash is not renewed over a password that another window sets meanwhile")
  func replaced() async throws {
    let (former, ada, old, new) = (former, ada, password, Secret("another good one"))
    let slow = AuthHarness(
      accounts: DatabaseAccountStore(try database.secondWindow()),
      hashing: InterruptedHashing(hashing: YescryptHashing(cost: 2)) {
        do { try await former.changePassword(of: ada.id, from: old, to: new) } catch {
          Issue.record(error)
        }
      }
    ).accounts
    _ = try await slow.signIn(email: ada.email, password: old)
    #expect(try await former.signIn(email: ada.email, password: new) == ada)
  }

  @Test("A sign-in whose hash can't be renewed succeeds, and the next one renews it")
  func failed() async throws {
    let old = try await hash()
    try database.execute(
      """
      CREATE TRIGGER failing BEFORE UPDATE ON auth_accounts BEGIN
        SELECT RAISE(ABORT, 'the disk is away');
      END
      """)
    #expect(try await raised.signIn(email: ada.email, password: password) == ada)
    #expect(try await hash() == old)
    try database.execute("DROP TRIGGER failing")
    _ = try await raised.signIn(email: ada.email, password: password)
    #expect(try await hash() != old)
  }
}
