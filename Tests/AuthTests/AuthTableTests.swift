import Core
import Files
import Foundation
import Services
import TestKit
import Testing

@testable import Auth

@Suite("The tables of accounts")
@MainActor struct AuthTableTests {
  @Test(
    "The account tables refuse invalid values",
    arguments: [
      "auth_accounts SET created = 1e300", "auth_accounts SET tries = -1",
      "auth_accounts SET tries = \(FailedTries.maximumCounted + 1)",
      "auth_accounts SET waits_until = -1e300", "auth_accounts SET reset_expires = 1e300",
      "auth_session SET expires = 1e300", "auth_session SET number = 2",
      "auth_unknown SET tries = -1", "auth_unknown SET waits_until = 1e300",
      "auth_unknown SET turn = 0", "auth_unknown_key SET key = x'01'",
      "auth_unknown_key SET number = 2",
    ])
  func checks(change: String) async throws {
    let database = try TestDatabase.auth()
    let harness = AuthHarness(accounts: DatabaseAccountStore(database))
    try await harness.signedInAccount()
    let nobody = try EmailAddress("nobody@example.org")
    await #expect(throws: AuthError.wrongCredentials) {
      try await harness.accounts.signIn(email: nobody, password: Secret("a wrong password"))
    }
    let table = String(change.prefix { $0 != " " })
    try await LongWork("testing").run { () throws(StorageError) in
      let rows = try database.read("counting") { reader throws(StorageError) in
        try reader.first("SELECT count(*) FROM \(table)") { row throws(StorageError) in
          try row.number(0)
        }
      }
      #expect(rows == 1)
      #expect(throws: StorageError.self) {
        try database.write("testing") { transaction throws(StorageError) in
          _ = try transaction.execute("UPDATE \(change)")
        }
      }
    }
  }

  @Test("A write after the session has ended elsewhere is refused, and the error says to sign in")
  func endedElsewhere() async throws {
    let session = KnownSession()
    session.note(SavedSession(id: "session", account: "ada", expires: .distantFuture))
    let database = session.guarding(try TestDatabase.auth())
    try await LongWork("testing").run { () throws(StorageError) in
      let problem = #expect(throws: StorageError.self) {
        try database.write("testing") { transaction throws(StorageError) in
          _ = try transaction.execute("DELETE FROM auth_accounts")
        }
      }
      let text = problem?.description ?? ""
      #expect(text.hasPrefix("This can't be done") && text.contains("sign in again"), "\(text)")
    }
  }
}
