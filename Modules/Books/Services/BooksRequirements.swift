public import Core

/// What a person must have for some of what can be done with books. By default nothing is required.
///
/// The feature knows neither what an account is nor what a membership costs: it runs the flow that
/// a requirement makes as its own child, and goes on where it was.
@MainActor public struct BooksRequirements {
  /// What rating and reviewing a book takes: others read who says so.
  public var account: Requirement?
  /// What more than ``Shelf/freeCount`` own shelves and the detailed statistics take.
  public var membership: Requirement?

  /// Creates requirements.
  public init(account: Requirement? = nil, membership: Requirement? = nil) {
    self.account = account
    self.membership = membership
  }
}
