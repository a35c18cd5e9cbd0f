public import Services
public import Foundation

/// A user who can sign in.
public struct Account: Codable, Hashable, Sendable, Identifiable {
  /// Identifies the account, and whose data is whose.
  public let id: Identifier<Owner>
  /// What the person is called.
  public var name: String
  /// Where the person is reached, and what they sign in with.
  public var email: EmailAddress
  /// When the account was made.
  public let created: Date

  /// Creates an account.
  public init(id: Identifier<Owner>, name: String, email: EmailAddress, created: Date) {
    self.id = id
    self.name = name
    self.email = email
    self.created = created
  }
}
