import Accounts
import Foundation
import Observation
import Services

/// The user of a window: the signed-in account, and the owner whose data the features show. They change together.
@MainActor @Observable final class UserSession {
  /// The signed-in account, or nil for a guest. The account of a session that the app has ended stays until
  /// ``takeFormer()``.
  private(set) var account: Account?
  /// The address of the account whose session the app has ended, because it expired or a backup was restored. It fills
  /// in the form for signing in; nil after the next sign-in.
  private(set) var expiredEmail: String?
  private let owner: CurrentOwner

  /// Creates the session of a guest.
  init(owner: CurrentOwner) {
    self.owner = owner
  }

  /// Resumes the session that was stored when the app ended.
  func resume(_ account: Account, expires: Date) {
    (self.account, expiredEmail) = (account, nil)
    owner.restore(account.id, expires: expires)
  }

  /// Signs in; returns when the features have loaded the account's data.
  func begin(_ account: Account, expires: Date) async {
    (self.account, expiredEmail) = (account, nil)
    await owner.signIn(account.id, expires: expires)
  }

  /// Takes over a changed name or address, unless another user is signed in meanwhile.
  func update(_ account: Account) {
    if self.account?.id == account.id { self.account = account }
  }

  /// Takes over a later end of the session from another window, unless another user is signed in meanwhile.
  func extend(_ account: Identifier<Owner>, to expires: Date) {
    if self.account?.id == account { owner.extendSession(to: expires) }
  }

  /// Loads the features' data again, after a guest's data was moved to the account.
  func reload() async {
    await owner.reload()
  }

  /// Signs an account out, unless another user is signed in meanwhile. That closes all screens of the account.
  func end(_ account: Identifier<Owner>) {
    guard self.account?.id == account else { return }
    self.account = nil
    // Locks asked: by the flows that sign the user out and delete the account.
    owner.signOut()
  }

  /// Closes all screens of a guest, whose data was deleted.
  func restartGuest() {
    // Locks asked: by the flow that deletes the data.
    if account == nil { owner.signOut() }
  }

  /// Ends a session that another window has ended. The app starts again for the user who is signed in there.
  func endFromOtherWindow() {
    owner.endSessionFromOtherWindow()
  }

  /// Remembers the address of an account whose session the app has ended.
  func noteExpiry(of account: Account) { expiredEmail = account.email.text }

  /// Returns and clears the account of a session that has ended.
  func takeFormer() -> Account? {
    defer { account = nil }
    return account
  }
}
