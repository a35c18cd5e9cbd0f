import Core

/// The steps by which the feature's tables came to be what they are.
enum AuthMigrations {
  static let all = accounts

  /// Accounts, and who is signed in. That an address has one account is the table's word, not only
  /// the code's.
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
}
