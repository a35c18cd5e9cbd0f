import Core

extension AlertCoordinator {
  /// Asks whether to delete the guest's data.
  ///
  /// - Parameter offersBackups: whether the app makes automatic backups, which can be deleted, too.
  convenience init(erasing summary: [String], offersBackups: Bool) {
    self.init(
      title: EraseGuestQuestion.title,
      message: EraseGuestQuestion.message(summary, offersBackups: offersBackups),
      buttons: EraseGuestQuestion.buttons(offersBackups: offersBackups))
  }
}
