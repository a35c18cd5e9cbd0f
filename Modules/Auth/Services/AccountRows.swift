import Files
import Foundation
import Services

// The rows of accounts and of the session.
extension DatabaseReader {
  /// Reads an account.
  ///
  /// - Parameter damage: logs an unreadable address, and then the account is skipped, so that
  ///   signing in does not reveal whether an address has one. Without it an unreadable address is
  ///   an error.
  func record(
    _ condition: String, _ value: DatabaseValue, _ damage: RowDamageLog? = nil
  ) throws(StorageError) -> AccountRecord? {
    let found = try first(
      """
      SELECT id, name, email, created, password_hash, tries, waits_until, reset_hash, reset_expires
      FROM auth_accounts WHERE \(condition)
      """, [value]
    ) { row throws(StorageError) -> AccountRecord? in
      guard let email = try? EmailAddress(try row.string(2)) else {
        guard let damage else { throw .damaged("the e-mail address of the account") }
        damage.note("the address can't be read; it was skipped", in: "account")
        return nil
      }
      var record = AccountRecord(
        account: Account(
          id: Identifier(try row.string(0)), name: try row.string(1), email: email,
          created: try row.time(3)),
        passwordHash: try row.string(4))
      record.tries = FailedTries(count: try row.number(5), waitsUntil: row.date(6))
      if let hash = row.text(7) {
        // A code without an expiry time is invalid.
        record.reset = row.date(8).map { AccountRecord.ResetCode(hash: hash, expires: $0) }
      }
      return record
    }
    return found ?? nil
  }

  /// Reads the stored session; nil if its identifier is no text, as in a damaged file: no statement could name it.
  func storedSession() throws(StorageError) -> SavedSession? {
    let session = try first(
      "SELECT CAST(id AS BLOB), account, expires FROM auth_session"
    ) { row throws(StorageError) -> SavedSession? in
      guard let id = String(validating: try row.data(0), as: UTF8.self) else { return nil }
      return SavedSession(
        id: Identifier(id), account: Identifier(try row.string(1)), expires: try row.time(2))
    }
    return session ?? nil
  }
}

extension DatabaseTransaction {
  /// Stores a session, with the identifier of the stored one if that is the account's and has not expired.
  func begin(_ new: SavedSession, at now: Date) throws(StorageError) -> SavedSession? {
    var session = new
    if let stored = try storedSession(), stored.account == new.account, stored.expires > now {
      session.id = stored.id
    }
    let count = try execute(
      "INSERT OR REPLACE INTO auth_session SELECT 1, ?, id, ? FROM auth_accounts WHERE id = ?",
      [
        DatabaseValue(session.id), DatabaseValue(session.expires), DatabaseValue(session.account),
      ])
    return count > 0 ? session : nil
  }

  /// In a transaction, so an address that is free now stays free until the account has it. The address's failed tries
  /// from before are deleted, because no deletion of the account would find them.
  func save(_ record: AccountRecord) throws(StorageError) -> Bool {
    let account = record.account
    let other = try first(
      "SELECT 1 FROM auth_accounts WHERE email_key = ? AND id <> ?",
      [.text(account.email.key), DatabaseValue(account.id)]
    ) { _ throws(StorageError) in true }
    if other != nil { return false }
    try forgetTries(withUnknown: account.email)
    try execute(
      """
      INSERT INTO auth_accounts (id, name, email, email_key, created, password_hash, tries,
        waits_until, reset_hash, reset_expires) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET name = excluded.name, email = excluded.email,
        email_key = excluded.email_key, created = excluded.created,
        password_hash = excluded.password_hash, tries = excluded.tries,
        waits_until = excluded.waits_until, reset_hash = excluded.reset_hash,
        reset_expires = excluded.reset_expires
      """,
      [
        DatabaseValue(account.id), .text(account.name), .text(account.email.text),
        .text(account.email.key), DatabaseValue(account.created), .text(record.passwordHash),
        DatabaseValue(record.tries.count), DatabaseValue(record.tries.waitsUntil),
        DatabaseValue(record.reset?.hash), DatabaseValue(record.reset?.expires),
      ])
    return true
  }
}
