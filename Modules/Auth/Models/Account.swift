import Core
public import Services
public import Foundation

/// A user who can sign in.
public struct Account: Hashable, Sendable, Identifiable {
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

/// Validates a user's name.
enum PersonName {
  /// The maximum length of a name, in characters.
  static let maximumLength = 60

  static func read(_ typed: String) throws(ReadableName.Problem) -> String {
    try ReadableName(typed, limit: maximumLength).text
  }
}
