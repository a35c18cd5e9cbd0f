/// The owner of data: a guest or an account.
public enum Owner: Hashable, Sendable {
  /// A user who is not signed in.
  case guest
  /// A user with an account.
  case account(Identifier<Owner>)

  /// The account, or nil for a guest.
  public var account: Identifier<Owner>? {
    if case .account(let id) = self { id } else { nil }
  }

  /// The prefix of this owner's keys in a store that owners share.
  ///
  /// No prefix is a prefix of another one: slashes in identifiers are escaped.
  public var keyPrefix: String {
    switch self {
    case .guest: "guest/"
    case .account(let id):
      // Scalars: a slash with an accent is another character, but has the same byte.
      "account/"
        + id.rawValue.unicodeScalars.map { $0 == "%" ? "%25" : $0 == "/" ? "%2F" : String($0) }
        .joined() + "/"
    }
  }
}
