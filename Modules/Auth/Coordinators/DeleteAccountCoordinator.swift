import Accounts
import Core

/// Deletes an account with everything that features keep of it; finished means that it is gone.
final class DeleteAccountCoordinator: Coordinator<Void> {
  private let account: Account
  private let services: AuthServices

  init(_ account: Account, services: AuthServices) {
    self.account = account
    self.services = services
    super.init()
  }

  override func start() {
    push(
      DeleteAccountScreen(DeleteAccountViewModel(account, services: services), delegate: self))
  }
}

extension DeleteAccountCoordinator: DeleteAccountScreenDelegate {
  func deleteAccountScreenIsConfirmed(_ screen: DeleteAccountScreen) async {
    // Everything of theirs goes: whatever is open and unsaved is asked about first.
    guard await unlockEverything() else { return }
    guard await screen.viewModel.erase() else { return }
    finish(())
    // Also for a user who went away meanwhile: no user is signed in to what is not there.
    services.current.account = nil
    services.owner.signOut()
  }
}
