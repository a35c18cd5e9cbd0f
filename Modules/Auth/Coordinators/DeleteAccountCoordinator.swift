import Accounts
import Core

/// Deletes an account with its data in all features; finishes when it is deleted.
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
    // All screens will close, so locks are asked first.
    guard await unlockEverything() else { return }
    guard await screen.viewModel.erase() else { return }
    context.notices.post(AuthText.deleted)
    if let error = screen.viewModel.leftBackups {
      context.notices.post(AuthText.backupsLeft(error))
    }
    finish(())
    // Also if the user left meanwhile: a deleted account can't stay signed in.
    services.session.end(account.id)
  }
}
