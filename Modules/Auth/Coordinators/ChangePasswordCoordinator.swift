import Core

/// Changes the password of a user who knows the old one.
final class ChangePasswordCoordinator: Coordinator<Void> {
  private let account: Account
  private let services: AuthServices

  init(_ account: Account, services: AuthServices) {
    self.account = account
    self.services = services
    super.init()
  }

  override func start() {
    push(
      ChangePasswordScreen(ChangePasswordViewModel(account, services: services), delegate: self))
  }
}

extension ChangePasswordCoordinator: ChangePasswordScreenDelegate {
  func changePasswordScreenDidSave(_ screen: ChangePasswordScreen) {
    finish(())
  }
}
