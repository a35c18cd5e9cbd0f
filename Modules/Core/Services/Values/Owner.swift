/// Whose data it is: a guest's, or an account's.
public enum Owner: Hashable, Sendable {
  /// A user without an account.
  case guest
  /// The holder of an account.
  case account(Identifier<Owner>)

  /// The account, or nil for a guest.
  public var account: Identifier<Owner>? {
    if case .account(let id) = self { id } else { nil }
  }

  /// What the keys of this owner's values begin with in a store that several owners share.
  ///
  /// No prefix begins another one: an identifier's slashes are escaped.
  public var keyPrefix: String {
    switch self {
    case .guest: "guest/"
    case .account(let id):
      "account/"
        + id.rawValue.replacing("%", with: "%25").replacing("/", with: "%2F") + "/"
    }
  }
}
