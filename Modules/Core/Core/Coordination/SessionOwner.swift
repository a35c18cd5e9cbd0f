public import Foundation
public import Services

/// Who uses an app, as far as its session must know: whose places are kept, and when all that is open
/// is taken away.
///
/// Accounts has the implementation of an app that people sign in to, `CurrentOwner`; ``OnlyGuest`` is
/// that of an app without accounts.
@MainActor public protocol SessionOwner: AnyObject, Sendable {
  /// Who uses the app.
  var owner: Owner { get }
  /// Calls an object's methods at each change from now on, for as long as it lives, in the order in
  /// which they were added: a session adds itself, then its first coordinator.
  func add(_ observer: any OwnerObserver)
  /// Goes back to being a guest, and takes all that is open away. Asks no lock: the caller has asked
  /// them, with ``AnyCoordinator/unlockEverything()``.
  func signOut()
  /// Ends a session whose time is over: a sign-out that the user did not ask for.
  func expire()
  /// Ends the session if its time has come; returns `true` when it did.
  func expireIfDue(_ now: Date) -> Bool
  /// Returns whether the last session had expired when the app started, and clears that.
  func consumeExpiry() -> Bool
  /// Returns whether another window has ended the session, and clears that.
  func consumeExternalEnd() -> Bool
}

extension SessionOwner {
  /// Whether a user is signed in.
  public var isSignedIn: Bool { owner != .guest }
}

/// Observes changes of the owner.
@MainActor public protocol OwnerObserver: AnyObject {
  /// A guest signed in: what they did goes on.
  func ownerSignedIn() async
  /// The owner left, and nothing of theirs may stay on the screen.
  ///
  /// - Parameter hasExpired: whether their time was over, and they did not ask for it.
  func ownerLeft(hasExpired: Bool)
}

/// The owner of an app without accounts: always the same guest.
@MainActor public final class OnlyGuest: SessionOwner {
  /// Always the guest.
  public let owner = Owner.guest

  /// Creates the guest.
  public nonisolated init() {}

  /// Does nothing: the owner never changes.
  public func add(_ observer: any OwnerObserver) {}
  /// Does nothing: a guest has no account to leave.
  public func signOut() {}
  /// Does nothing: a guest's time is never over.
  public func expire() {}
  /// Returns `false`.
  public func expireIfDue(_ now: Date) -> Bool { false }
  /// Returns `false`.
  public func consumeExpiry() -> Bool { false }
  /// Returns `false`.
  public func consumeExternalEnd() -> Bool { false }
}
