public import Services
public import Foundation

/// A user who can sign in.
public struct Account: Codable, Hashable, Sendable, Identifiable {
  /// Identifies the account and the owner of its data.
  public let id: Identifier<Owner>
  /// The user's name.
  public var name: String
  /// The e-mail address, which is also used for signing in.
  public var email: EmailAddress
  /// The creation time.
  public let created: Date

  /// Creates an account.
  public init(id: Identifier<Owner>, name: String, email: EmailAddress, created: Date) {
    self.id = id
    self.name = name
    self.email = email
    self.created = created
  }
}
