public import Services
public import Foundation

/// An account as it is kept: with what is needed to sign in.
public struct AccountRecord: Codable, Hashable, Sendable {
  /// A code that was sent to a user who forgot their password.
  public struct ResetCode: Codable, Hashable, Sendable {
    /// What the code is checked against; the code itself is not kept.
    public var hash: String
    /// When the code stops being good.
    public var expires: Date

    /// Creates a code's record.
    public init(hash: String, expires: Date) {
      self.hash = hash
      self.expires = expires
    }
  }

  /// Who it is.
  public var account: Account
  /// What the password is checked against.
  public var passwordHash: String
  /// The wrong tries since the last right one.
  public var tries = FailedTries()
  /// The code that was sent last, or nil.
  public var reset: ResetCode?

  /// Creates a record of an account nobody has tried to get into.
  public init(account: Account, passwordHash: String) {
    self.account = account
    self.passwordHash = passwordHash
  }
}

/// Who is signed in, from one start of the app to the next.
public struct SavedSession: Codable, Hashable, Sendable {
  /// Whose session it is.
  public var account: Identifier<Owner>
  /// When it is over.
  public var expires: Date

  /// Creates a session.
  public init(account: Identifier<Owner>, expires: Date) {
    self.account = account
    self.expires = expires
  }
}
