public import Foundation
public import Services

/// The user, as the session sees them.
///
/// Accounts has the implementation for apps with accounts, `CurrentOwner`; ``OnlyGuest`` is for
/// apps without.
@MainActor public protocol SessionOwner: AnyObject, Sendable {
  /// The current owner.
  var owner: Owner { get }
  /// Adds an observer of changes, which is held weakly. Observers are called in order of addition:
  /// a session adds one of its parts, then its first coordinator.
  func add(_ observer: any OwnerObserver)
  /// Signs out and closes all screens. Asks no locks: the caller has asked them with
  /// ``AnyCoordinator/unlockEverything()``.
  func signOut()
  /// Ends an expired session: a sign-out that the user did not request.
  func expire()
  /// Whether the session has expired by this time, as far as this window knows.
  func hasExpired(at now: Date) -> Bool
  /// Returns and clears whether the last session had expired when the app started.
  func consumeExpiry() -> Bool
  /// Returns and clears whether another window has ended the session.
  func consumeExternalEnd() -> Bool
}

extension SessionOwner {
  /// Whether a user is signed in.
  public var isSignedIn: Bool { owner != .guest }
}

/// Observes changes of the owner.
@MainActor public protocol OwnerObserver: AnyObject {
  /// A guest has signed in; their flows continue.
  func ownerSignedIn() async
  /// The owner has signed out, or another user has signed in; none of the former screens may remain.
  ///
  /// - Parameter hasExpired: whether the session has expired.
  func ownerLeft(hasExpired: Bool)
}

/// The owner of an app without accounts: always the same guest.
@MainActor public final class OnlyGuest: SessionOwner {
  /// The guest.
  public let owner = Owner.guest

  /// Creates the guest.
  public nonisolated init() {}

  /// Does nothing: the owner never changes.
  public func add(_ observer: any OwnerObserver) {}
  /// Does nothing: a guest has no account.
  public func signOut() {}
  /// Does nothing: a guest's session never expires.
  public func expire() {}
  /// Returns `false`.
  public func hasExpired(at now: Date) -> Bool { false }
  /// Returns `false`.
  public func consumeExpiry() -> Bool { false }
  /// Returns `false`.
  public func consumeExternalEnd() -> Bool { false }
}
