import Core

extension AlertCoordinator {
  /// Asks whether the guest's data moves to an account.
  convenience init(moving summary: MoveSummary, to account: Account) {
    self.init(
      title: MoveGuestQuestion.title, message: MoveGuestQuestion.message(summary, to: account),
      buttons: MoveGuestQuestion.buttons)
  }
}
