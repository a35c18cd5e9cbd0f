public import Core

/// The requirements of some actions with books. By default nothing is required.
///
/// The feature does not know accounts or memberships: it runs the requirement's flow as its own
/// child, and continues after it.
@MainActor public struct BooksRequirements {
  /// The requirement for ratings and reviews, which are published with a name.
  public var account: Requirement?
  /// The requirement for more than ``Shelf/freeCount`` custom shelves and for the detailed
  /// statistics.
  public var membership: Requirement?

  /// Creates requirements.
  public init(account: Requirement? = nil, membership: Requirement? = nil) {
    self.account = account
    self.membership = membership
  }
}
