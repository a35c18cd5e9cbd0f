import Services

/// The feature's schema migrations, oldest first.
enum AuthMigrations {
  static let all = accounts + bounds + sessions

  /// The tables of accounts and of the session. The table itself makes addresses unique.
  static let accounts = [
    Migration(
      "auth", "accounts",
      [
        """
        CREATE TABLE auth_accounts (
          id TEXT NOT NULL PRIMARY KEY,
          name TEXT NOT NULL,
          email TEXT NOT NULL,
          email_key TEXT NOT NULL UNIQUE,
          created REAL NOT NULL,
          password_hash TEXT NOT NULL,
          tries INTEGER NOT NULL,
          waits_until REAL,
          reset_hash TEXT,
          reset_expires REAL
        ) STRICT
        """,
        """
        CREATE TABLE auth_session (
          number INTEGER PRIMARY KEY CHECK (number = 1),
          account TEXT NOT NULL,
          expires REAL NOT NULL
        ) STRICT
        """,
      ])
  ]

  private static func time(_ name: String) -> String {
    let times = DatabaseValue.times
    return "\(name) BETWEEN \(times.lowerBound) AND \(times.upperBound)"
  }

  private static func clamped(_ name: String) -> String {
    "min(max(\(name), \(DatabaseValue.times.lowerBound)), \(DatabaseValue.times.upperBound))"
  }

  /// Refuses numbers out of range; old ones are clamped. Failed tries with addresses without an
  /// account are kept.
  static let bounds = [
    Migration(
      "auth", "bounds",
      [
        """
        CREATE TABLE new_auth_accounts (
          id TEXT NOT NULL PRIMARY KEY,
          name TEXT NOT NULL,
          email TEXT NOT NULL,
          email_key TEXT NOT NULL UNIQUE,
          created REAL NOT NULL CHECK (\(time("created"))),
          password_hash TEXT NOT NULL,
          tries INTEGER NOT NULL CHECK (tries BETWEEN 0 AND \(FailedTries.maximumCounted)),
          waits_until REAL CHECK (\(time("waits_until"))),
          reset_hash TEXT,
          reset_expires REAL CHECK (\(time("reset_expires")))
        ) STRICT
        """,
        """
        INSERT INTO new_auth_accounts
        SELECT id, name, email, email_key, \(clamped("created")), password_hash,
          min(max(tries, 0), \(FailedTries.maximumCounted)), \(clamped("waits_until")), reset_hash,
          \(clamped("reset_expires"))
        FROM auth_accounts
        """,
        "DROP TABLE auth_accounts",
        "ALTER TABLE new_auth_accounts RENAME TO auth_accounts",
        """
        CREATE TABLE new_auth_session (
          number INTEGER PRIMARY KEY CHECK (number = 1),
          account TEXT NOT NULL,
          expires REAL NOT NULL CHECK (\(time("expires")))
        ) STRICT
        """,
        """
        INSERT INTO new_auth_session
        SELECT 1, account, \(clamped("expires")) FROM auth_session LIMIT 1
        """,
        "DROP TABLE auth_session",
        "ALTER TABLE new_auth_session RENAME TO auth_session",
      ] + UnknownAddresses.tables)
  ]

  /// Gives each session an identifier.
  static let sessions = [
    Migration(
      "auth", "sessions",
      [
        """
        CREATE TABLE new_auth_session (
          number INTEGER PRIMARY KEY CHECK (number = 1),
          id TEXT NOT NULL,
          account TEXT NOT NULL,
          expires REAL NOT NULL CHECK (\(time("expires")))
        ) STRICT
        """,
        """
        INSERT INTO new_auth_session
        SELECT 1, 'session-' || lower(hex(randomblob(16))), account, \(clamped("expires"))
        FROM auth_session LIMIT 1
        """,
        "DROP TABLE auth_session",
        "ALTER TABLE new_auth_session RENAME TO auth_session",
      ])
  ]
}
