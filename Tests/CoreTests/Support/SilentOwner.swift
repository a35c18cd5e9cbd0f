import Accounts
import Core
import Foundation
import Services

/// An owner that reports changes to its first observers only, so that an app keeps the screens of a user who leaves.
@MainActor final class SilentOwner: SessionOwner {
  private let owned = CurrentOwner()
  private var remaining: Int

  init(observers: Int) {
    remaining = observers
  }

  var owner: Owner { owned.owner }

  func add(_ observer: any OwnerObserver) {
    guard remaining > 0 else { return }
    remaining -= 1
    owned.add(observer)
  }

  func signOut() { owned.signOut() }
  func expire() { owned.expire() }
  func hasExpired(at now: Date) -> Bool { owned.hasExpired(at: now) }
  func consumeExpiry() -> Bool { owned.consumeExpiry() }
  func consumeExternalEnd() -> Bool { owned.consumeExternalEnd() }
}
