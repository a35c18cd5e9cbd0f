import Foundation
import SQLiteStorage
import Services
import TestKit
import Testing

@testable import Auth

@Suite("The released tables of accounts")
struct ReleasedTablesTests {
  @Test("The tables of accounts change only by a further migration")
  func tables() throws {
    let expected = Self.released.split(separator: ";").map {
      $0.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    #expect(try TestDatabase.auth().schema == expected)
  }

  @Test("An account and a session of the first tables are kept, with their numbers in range")
  func migrated() async throws {
    let database = try TestDatabase(AuthMigrations.accounts) { try SQLiteDatabase(path: $0) }
    try database.execute(
      """
      INSERT INTO auth_accounts
      VALUES ('ada', 'Ada', 'a@b', 'a@b', 1e300, 'hash', -5, 1e300, 'code', 7)
      """)
    try database.execute("INSERT INTO auth_session VALUES (1, 'ada', 1e300)")
    try database.migrate(AuthMigrations.all)
    let store = DatabaseAccountStore(database)
    let ada = try #require(try await store.record("ada"))
    #expect(ada.account.name == "Ada" && ada.passwordHash == "hash" && ada.tries.count == 0)
    #expect(ada.reset?.hash == "code")
    #expect(ada.reset?.expires == Date(timeIntervalSinceReferenceDate: 7))
    let session = try #require(try await store.session())
    #expect(session.account == "ada")
    #expect(session.id.rawValue.wholeMatch(of: /session-[0-9a-f]{32}/) != nil)
  }

  @Test("A session whose stored end is out of range is kept, with its end in range")
  func excluded() async throws {
    let released = AuthMigrations.accounts + AuthMigrations.bounds
    let database = try TestDatabase(released) { try SQLiteDatabase(path: $0) }
    try database.execute("PRAGMA ignore_check_constraints = ON")
    try database.execute("INSERT INTO auth_session VALUES (1, 'ada', 1e300)")
    try database.execute("PRAGMA ignore_check_constraints = OFF")
    try database.migrate(AuthMigrations.all)
    let session = try #require(try await DatabaseAccountStore(database).session())
    let end = Date(timeIntervalSinceReferenceDate: DatabaseValue.times.upperBound)
    #expect(session.account == "ada" && session.expires == end)
  }

  /// What the migrations of the released versions make. Also a changed bound in the code changes it: then the file of
  /// a user differs from what the app expects, and backups are refused. Append a migration, and change this with it.
  private static let released = """
    CREATE TABLE "auth_accounts" (
      id TEXT NOT NULL PRIMARY KEY,
      name TEXT NOT NULL,
      email TEXT NOT NULL,
      email_key TEXT NOT NULL UNIQUE,
      created REAL NOT NULL CHECK (created BETWEEN -63114076800.0 AND 252423993599.0),
      password_hash TEXT NOT NULL,
      tries INTEGER NOT NULL CHECK (tries BETWEEN 0 AND 1000000),
      waits_until REAL CHECK (waits_until BETWEEN -63114076800.0 AND 252423993599.0),
      reset_hash TEXT,
      reset_expires REAL CHECK (reset_expires BETWEEN -63114076800.0 AND 252423993599.0)
    ) STRICT;
    CREATE TABLE "auth_session" (
      number INTEGER PRIMARY KEY CHECK (number = 1),
      id TEXT NOT NULL,
      account TEXT NOT NULL,
      expires REAL NOT NULL CHECK (expires BETWEEN -63114076800.0 AND 252423993599.0)
    ) STRICT;
    CREATE TABLE auth_unknown (
      address INTEGER PRIMARY KEY,
      tries INTEGER NOT NULL CHECK (tries BETWEEN 0 AND 1000000),
      waits_until REAL CHECK (waits_until BETWEEN -63114076800.0
        AND 252423993599.0),
      turn INTEGER NOT NULL CHECK (turn BETWEEN 1 AND 1099511627776)
    ) STRICT;
    CREATE TABLE auth_unknown_key (
      number INTEGER PRIMARY KEY CHECK (number = 1), key BLOB NOT NULL CHECK (length(key) = 16)
    ) STRICT;
    CREATE INDEX auth_unknown_turn ON auth_unknown (turn)
    """
}
