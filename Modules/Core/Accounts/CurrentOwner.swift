public import Core
public import Foundation
public import Observation
public import Services

/// The current owner of a session's data: a guest or an account.
///
/// The accounts feature changes it; other features read it. Each session has its own, which begins
/// as a guest.
@MainActor @Observable public final class CurrentOwner: SessionOwner {
  /// The current owner.
  public private(set) var owner = Owner.guest
  /// When the session expires, or nil for never.
  public private(set) var expires: Date?
  /// The observers of changes, in this order: the session's restoration, then its first coordinator.
  @ObservationIgnored private var observers: [WeakObserver] = []
  /// Whether another window has ended the session, until that is consumed.
  @ObservationIgnored private var wasEndedOutside = false
  @ObservationIgnored private var hadExpired = false

  /// Creates the owner of a session: a guest.
  public nonisolated init() {}

  private struct WeakObserver {
    weak var observer: (any OwnerObserver)?
  }

  /// Adds an observer of changes, which is held weakly.
  public func add(_ observer: any OwnerObserver) {
    observers.removeAll { $0.observer == nil }
    observers.append(WeakObserver(observer: observer))
  }

  /// Restores an account that was signed in when the app ended.
  public func restore(_ account: Identifier<Owner>, expires: Date?) {
    owner = .account(account)
    self.expires = expires
  }

  /// Signs in; returns when the app has loaded the account's data.
  ///
  /// If another user is signed in, all screens are closed, and the app starts again for this one: it
  /// has loaded the data when it has settled.
  public func signIn(_ account: Identifier<Owner>, expires: Date?) async {
    let replacesUser = isSignedIn && owner != .account(account)
    owner = .account(account)
    self.expires = expires
    if replacesUser { return reportLeaving(hasExpired: false) }
    for known in observers { await known.observer?.ownerSignedIn() }
  }

  /// Reports to the app that the owner's data has changed, for example because a guest's data was
  /// moved.
  public func reload() async {
    for known in observers { await known.observer?.ownerSignedIn() }
  }

  /// Signs out and closes all screens. Asks no locks: the caller has asked them with
  /// `AnyCoordinator.unlockEverything()`.
  public func signOut() {
    leave(hasExpired: false)
  }

  /// Ends an expired session: a sign-out that the user did not request.
  public func expire() {
    if isSignedIn { leave(hasExpired: true) }
  }

  /// Records that the last session had expired when the app started; the session posts a notice.
  public func noteExpiry() { hadExpired = true }

  /// Returns and clears whether the last session had expired when the app started.
  public func consumeExpiry() -> Bool {
    defer { hadExpired = false }
    return hadExpired
  }

  /// Ends a session that another window has already ended: the app restarts, with a notice, for the
  /// user who is now signed in there.
  public func endSessionFromOtherWindow() {
    guard isSignedIn else { return }
    wasEndedOutside = true
    leave(hasExpired: false)
  }

  /// Returns and clears whether another window has ended the session.
  public func consumeExternalEnd() -> Bool {
    defer { wasEndedOutside = false }
    return wasEndedOutside
  }

  /// Takes over the end of the session, which another window has extended.
  public func extendSession(to expires: Date) {
    if isSignedIn { self.expires = expires }
  }

  /// Whether the session has expired by this time, as far as this window knows.
  public func hasExpired(at now: Date) -> Bool {
    isSignedIn && expires.map { $0 <= now } == true
  }

  private func leave(hasExpired: Bool) {
    owner = .guest
    expires = nil
    reportLeaving(hasExpired: hasExpired)
  }

  private func reportLeaving(hasExpired: Bool) {
    for known in observers { known.observer?.ownerLeft(hasExpired: hasExpired) }
  }
}
