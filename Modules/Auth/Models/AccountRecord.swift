public import Services
public import Foundation

/// A stored account, with the data for signing in.
public struct AccountRecord: Hashable, Sendable {
  /// A code for a forgotten password.
  public struct ResetCode: Hashable, Sendable {
    /// The hash of the code; the code itself is not stored.
    public var hash: String
    /// The expiry time.
    public var expires: Date

    /// Creates a code's record.
    public init(hash: String, expires: Date) {
      self.hash = hash
      self.expires = expires
    }
  }

  /// The account.
  public var account: Account
  /// The hash of the password.
  public var passwordHash: String
  /// The failed tries since the last success.
  public var tries = FailedTries()
  /// The last sent code, or nil.
  public var reset: ResetCode?

  /// Creates a record without failed tries.
  public init(account: Account, passwordHash: String) {
    self.account = account
    self.passwordHash = passwordHash
  }
}

/// A stored session, which is kept across starts of the app.
public struct SavedSession: Hashable, Sendable, Identifiable {
  /// Identifies the session among all of the account, so that one that has ended is not taken for a later one.
  public var id: Identifier<SavedSession>
  /// The account.
  public var account: Identifier<Owner>
  /// The expiry time.
  public var expires: Date

  /// Creates a session.
  public init(id: Identifier<SavedSession>, account: Identifier<Owner>, expires: Date) {
    self.id = id
    self.account = account
    self.expires = expires
  }
}
