import Core
import Accounts
import Services
@testable import Auth
import Foundation
import TestKit
import Testing

/// No `AccountDataContract`: Auth moves and erases accounts itself, before and after all other data.
@Suite("An account's export")
@MainActor struct AccountExportTests {
  @Test(
    "An account is exported for its holder alone, in memory and in a database",
    arguments: [false, true])
  func holder(inDatabase: Bool) async throws {
    let database = inDatabase ? try TestDatabase.auth() : nil
    let store: any AccountStore = database.map { DatabaseAccountStore($0) } ?? MemoryAccountStore()
    for name in ["ada", "bo"] {
      let account = Account(
        id: Identifier(name), name: name.capitalized,
        email: try EmailAddress("\(name)@example.org"), created: Date(timeIntervalSince1970: 1))
      #expect(try await store.save(AccountRecord(account: account, passwordHash: "secret-hash")))
    }
    let data = AccountExport(accounts: AuthHarness(accounts: store).accounts)
    let json = try #require(try await data.export(of: .account("ada")))
    #expect(
      String(decoding: json, as: UTF8.self)
        == #"{"created":"1970-01-01T00:00:01Z","email":"ada@example.org","name":"Ada"}"#)
    for owner in [Owner.guest, .account("nobody")] {
      #expect(try await data.export(of: owner) == nil)
      #expect(try await data.summary(of: owner) == nil)
    }
    // A change of owners does not affect accounts.
    try await data.move(from: .guest, to: .account("ada"), database: database)
    try await data.erase(.account("bo"), database: database)
    #expect(try await data.export(of: .account("bo")) != nil)
  }
}
