public import Core
public import Foundation
public import Observation
public import Services

/// Who uses the app now.
///
/// The feature that knows accounts says so; every other feature asks. Each session has one of its
/// own, and begins as a guest.
@MainActor @Observable public final class CurrentOwner: SessionOwner {
  /// Who uses the app.
  public private(set) var owner = Owner.guest
  /// When the owner has to sign in again, or nil for never.
  public private(set) var expires: Date?
  /// The observers of changes, in this order: for each app its session, then its first coordinator.
  @ObservationIgnored private var observers: [WeakObserver] = []
  /// Whether another window has ended the session, and that was not consumed yet.
  @ObservationIgnored private var wasEndedOutside = false
  @ObservationIgnored private var hadExpired = false

  /// Creates the owner of a session: a guest.
  public nonisolated init() {}

  private struct WeakObserver {
    weak var observer: (any OwnerObserver)?
  }

  /// Calls an object's methods at each change from now on, for as long as it lives.
  public func add(_ observer: any OwnerObserver) {
    observers.removeAll { $0.observer == nil }
    observers.append(WeakObserver(observer: observer))
  }

  /// Restores an account that was signed in when the app ended.
  public func restore(_ account: Identifier<Owner>, expires: Date?) {
    owner = .account(account)
    self.expires = expires
  }

  /// Signs in, and returns when the app knows what it must know of the account.
  ///
  /// Another user who is signed in leaves first, with all that is open.
  public func signIn(_ account: Identifier<Owner>, expires: Date?) async {
    if isSignedIn, owner != .account(account) { signOut() }
    owner = .account(account)
    self.expires = expires
    for known in observers { await known.observer?.ownerSignedIn() }
  }

  /// Tells the app that what the owner has was changed from outside, as by moving a guest's data.
  public func reload() async {
    for known in observers { await known.observer?.ownerSignedIn() }
  }

  /// Goes back to being a guest, and takes all that is open away. Asks no lock: the caller has
  /// asked them, with ``AnyCoordinator/unlockEverything()``.
  public func signOut() {
    leave(hasExpired: false)
  }

  /// Ends a session whose time is over: a sign-out that the user did not ask for.
  public func expire() {
    if isSignedIn { leave(hasExpired: true) }
  }

  /// Notes that the last session had expired when the app started; the next screen says so.
  public func noteExpiry() { hadExpired = true }

  /// Returns whether the last session had expired when the app started, and clears that.
  public func consumeExpiry() -> Bool {
    defer { hadExpired = false }
    return hadExpired
  }

  /// Ends a session that another window of the app has ended already: the app starts again, with
  /// the user who is signed in there, and says so.
  public func endSessionFromOtherWindow() {
    guard isSignedIn else { return }
    wasEndedOutside = true
    leave(hasExpired: false)
  }

  /// Returns whether another window has ended the session, and clears that.
  public func consumeExternalEnd() -> Bool {
    defer { wasEndedOutside = false }
    return wasEndedOutside
  }

  /// Ends the session if its time has come; true when it did.
  public func expireIfDue(_ now: Date) -> Bool {
    guard isSignedIn, let expires, expires <= now else { return false }
    expire()
    return true
  }

  private func leave(hasExpired: Bool) {
    owner = .guest
    expires = nil
    for known in observers { known.observer?.ownerLeft(hasExpired: hasExpired) }
  }
}
