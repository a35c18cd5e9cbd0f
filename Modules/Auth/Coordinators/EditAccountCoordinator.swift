import Core

/// Edits the name and the address of an account; the outcome is the saved account.
final class EditAccountCoordinator: Coordinator<Account> {
  private let account: Account
  private let services: AuthServices

  init(_ account: Account, services: AuthServices) {
    self.account = account
    self.services = services
    super.init()
  }

  override func start() {
    push(
      EditAccountScreen(EditAccountViewModel(account, services: services), delegate: self))
  }
}

extension EditAccountCoordinator: EditAccountScreenDelegate {
  func editAccountScreen(_ screen: EditAccountScreen, didSave account: Account) {
    finish(account)
  }
}
