import Core
import Services
@testable import Auth
import Foundation
import SQLiteStorage
import TestKit
import Testing

/// Called on the main actor, which no store may block.
@Suite("Account stores")
@MainActor struct AccountStoreTests {
  @Test("A store in memory fulfils the contract", arguments: AccountStoreContract.Check.allCases)
  func memory(_ check: AccountStoreContract.Check) async throws {
    try await AccountStoreContract { (MemoryAccountStore(maximumUnknown: 5), nil) }.verify(check)
  }

  @Test(
    "A store in a database fulfils the contract", arguments: AccountStoreContract.Check.allCases)
  func database(_ check: AccountStoreContract.Check) async throws {
    try await AccountStoreContract {
      let database = try TestDatabase.auth()
      return (DatabaseAccountStore(database, maximumUnknown: 5), database)
    }.verify(check)
  }

  @Test("Two windows can't both create an account with the same address")
  func twoWindows() async throws {
    let database = try TestDatabase.auth()
    let windows = [database, try database.secondWindow()].map { DatabaseAccountStore($0) }
    for number in 0..<20 {
      let email = try EmailAddress("ada-\(number)@example.org")
      func save(_ window: Int) async throws -> Bool {
        try await windows[window].save(
          AccountRecord(
            account: Account(
              id: Identifier("\(number)-\(window)"), name: "Ada", email: email,
              created: Date(timeIntervalSince1970: 1)), passwordHash: "x"))
      }
      async let first = save(0)
      async let second = save(1)
      let saved = try await (first, second)
      #expect(saved.0 != saved.1)
      let (seen, other) = try await (windows[0].record(for: email), windows[1].record(for: email))
      #expect(seen != nil && seen == other)
    }
  }

  @Test("Failed sign-ins in two windows are counted together")
  func triesInTwoWindows() async throws {
    let database = try TestDatabase.auth()
    let windows = [database, try database.secondWindow()].map { DatabaseAccountStore($0) }
    let account = Account(
      id: "ada", name: "Ada", email: try EmailAddress("ada@example.org"),
      created: Date(timeIntervalSince1970: 1))
    _ = try await windows[0].save(AccountRecord(account: account, passwordHash: "x"))
    func fail(_ window: Int) async throws {
      _ = try await windows[window].change("ada", endsSession: false) {
        $0.tries.note(at: Date(timeIntervalSince1970: 1))
      }
    }
    for _ in 0..<20 {
      async let first: Void = fail(0)
      async let second: Void = fail(1)
      _ = try await (first, second)
    }
    #expect(try await windows[0].record("ada")?.tries.count == 40)
  }

  @Test("The tables allow one account per address, and one session")
  func tableRules() async throws {
    let database = try TestDatabase.auth()
    let values = "'Ada', 'a@b', 'a@b', 0, 'x', 0, NULL, NULL, NULL"
    try database.execute("INSERT INTO auth_accounts VALUES ('one', \(values))")
    #expect(throws: StorageError.self) {
      try database.execute("INSERT INTO auth_accounts VALUES ('two', \(values))")
    }
    #expect(throws: StorageError.self) {
      try database.execute("INSERT INTO auth_session VALUES (2, 'session', 'one', 0)")
    }
  }

  @Test("Every query uses an index")
  func plans() async throws {
    let database = try TestDatabase.auth()
    let store = DatabaseAccountStore(database)
    let email = try EmailAddress("ada@example.org")
    let account = Account(
      id: "ada", name: "Ada", email: email, created: Date(timeIntervalSince1970: 1))
    _ = try await store.save(AccountRecord(account: account, passwordHash: "x"))
    _ = try await store.record(for: email)
    _ = try await store.record("ada")
    try await store.changeTries(withUnknown: email) { $0.note(at: account.created) }
    _ = try await store.tries(withUnknown: email)
    let slow = try database.slowPlans()
    #expect(slow == [])
  }
}

extension TestDatabase {
  /// A database with the tables of this feature.
  static func auth() throws -> TestDatabase {
    try TestDatabase(AuthFeature.migrations) { try SQLiteDatabase(path: $0) }
  }

  /// Refuses changes of the session, until the trigger `failing_INSERT`, or that of another event, is dropped.
  func failSessions(on event: String = "INSERT") throws {
    try execute(
      """
      CREATE TRIGGER failing_\(event) BEFORE \(event) ON auth_session BEGIN
        SELECT RAISE(ABORT, 'the disk is away');
      END
      """)
  }
}
